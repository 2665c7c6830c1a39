/**
 * Word lists around names. They are part of the engine, not of a corpus: no setting may weaken what leaves the machine.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const either = (words: string): string =>
  `(?:${words
    .trim()
    .split(/\s*\|\s*/)
    .join("|")})`;

/** Names that are also words: they count only if introduced and with a capital. */
export const WORDS_TOO = list(`
will grace may hope faith joy rose mark bill art frank jack rob sue pat dawn june april august summer autumn ivy lily daisy violet
heather iris ruby pearl amber crystal jade penny ginger olive basil chance chase grant drew dean earl duke king guy jay lance miles
nick pierce ray rich reed rusty sandy skip stew gene harry herb hunter mason mercy patience peg robin star sunny victor wade ward
bob buck cliff dale dolly don dot dusty glen hazel holly honey jean kit kitty lane laurel marina max melody missy norm opal patty
poppy rod sage sky sonny trinity trip van wren young long brown white black green gray grey baker cook carpenter price best day bell
ford park lee bishop butler carter cooper cross fields fisher fox french gardner golden good hall hand hill hunt knight little love
major marsh moody moon page parker power reader rivers sharp short singer small snow stone strong sweet waters weaver west wise wood
woods winter rain river said an in so see do you song bush bird field banks barber church english flower flowers farmer head house
lamb law may mills noble north pace pike poole pope porter proud rice roach roman root rush savage sharp shepherd sparks speaker
spring steel storm street swan swift tanner taylor temple turner viola walker wall webb wells wolf yarn mae charity constance
destiny gay gail merry myrtle prudence rosemary sierra verity victory august dominique jan christian jesus said
victoria paris london sydney florence charlotte austin madison jackson lincoln georgia virginia carolina dakota houston dallas phoenix
brooklyn savannah chelsea kent chester preston lourdes santiago jordan israel china india asia africa`);

/** Capitalised words that are not names of people. */
export const NOT_NAMES = list(`
i i'm i've i'll i'd a an the this that these those there here it it's its he she they we you your my our his her their him them us me
who what when where why how which whose is are was were be been being am do does did done have has had having can could shall should
would might must not no yes yeah ok okay oh ah well so but and or if then than because since while although though however also just
only even still again already always never ever maybe perhaps please thanks thank sorry hi hello hey dear good great fine sure right
now today tonight tomorrow yesterday morning afternoon evening night day week weekend month year monday tuesday wednesday thursday
friday saturday sunday january february march july september october november december spring fall
winter christmas easter thanksgiving ramadan hanukkah passover diwali eid new old first last next one two three four five six seven
eight nine ten all any both each every few many most some such other another same own too very really quite much more less at by for
from in into of off on onto out over to up with about after before between during through under until as like per via let let's get
got go going gone come came make made take took give gave tell told ask asked say said see saw know knew think thought want need
feel feeling felt keep kept look looking help helping call called calling text email write read worried tired exhausted scared alone
afraid glad happy sad angry overwhelmed grateful
mom mum mam mama mommy mummy mother ma dad daddy papa pa father pop pops parent parents grandma grandpa granny gran nana nan nanna
grandmother grandfather granddad grandson granddaughter aunt auntie uncle sister brother sis bro son daughter husband wife spouse
partner cousin niece nephew baby child children kids family friend neighbor neighbour boss coworker caregiver carer aide nurse
doctor doc dr mr mrs ms miss mx prof professor rev reverend pastor rabbi imam sir madam ma'am therapist counselor counsellor social
worker manager lawyer attorney teacher patient client resident hospice hospital clinic home house center centre office department
emergency er icu ed gp pcp poa dnr hcp np pa rn lpn cna pt ot cbt ptsd adhd add ocd copd chf ckd uti tia mri ct ekg ecg als ms hiv
aids covid flu dementia alzheimer alzheimer's alzheimers parkinson parkinson's parkinsons lewy huntington huntington's crohn crohn's
down's tourette's hodgkin's lou gehrig gehrig's cancer stroke diabetes medicare medicaid medi-cal social security ssi ssdi snap fmla
va vha nhs aarp ihss pace cms irs dmv aps cps ombudsman council adult protective services service agency area aging association
society foundation program programme respite care plan team support group line helpline hotline lifeline crisis samaritans shout humana aetna cigna kaiser unitedhealthcare anthem bupa axa vitality citizens advice age uk mind macmillan marie curie meals wheels eldercare locator relay silver tricare optum carers allowance uk usa us poison control nhs111 universal credit attendance pension benefits
american african asian black white latino latina latinx hispanic mexican chinese indian korean japanese vietnamese filipino filipina
irish italian german french spanish english british scottish welsh polish russian ukrainian jewish muslim christian catholic
protestant hindu sikh buddhist baptist mormon lutheran methodist native european canadian australian nigerian jamaican haitian cuban
puerto rican dominican colombian brazilian arab persian iranian turkish greek portuguese dutch swedish norwegian danish finnish
god lord jesus christ allah bible quran church
google facebook instagram whatsapp zoom uber lyft amazon apple iphone android alexa siri chatgpt claude gpt ai netflix youtube tiktok
twitter venmo paypal zelle walmart costco walgreens cvs target
tylenol advil aleve aspirin ibuprofen aricept namenda donepezil memantine exelon seroquel quetiapine risperdal risperidone haldol
ativan lorazepam xanax valium ambien zoloft sertraline lexapro prozac cymbalta trazodone remeron gabapentin lyrica morphine oxycodone
percocet vicodin tramadol fentanyl warfarin coumadin eliquis xarelto plavix metformin insulin lantus humalog ozempic lasix
furosemide lisinopril metoprolol amlodipine atorvastatin lipitor levothyroxine synthroid prednisone albuterol omeprazole miralax
sinemet levodopa keppra depakote lithium melatonin benadryl hoyer depends ensure
university college school academy institute county city state north south east west northern southern eastern western upper lower
street avenue road lane drive court boulevard way place apt apartment unit suite floor room box zip
alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky
louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada hampshire jersey mexico york
ohio oklahoma oregon pennsylvania rhode tennessee texas utah vermont washington wisconsin wyoming ontario quebec alberta england
scotland wales ireland britain america canada australia germany france spain italy portugal poland ukraine russia turkey egypt nigeria
ghana kenya somalia ethiopia pakistan bangladesh nepal japan korea vietnam thailand philippines indonesia haiti jamaica cuba colombia
brazil peru europe paris berlin madrid rome dublin edinburgh glasgow manchester birmingham leeds liverpool toronto vancouver montreal
melbourne chicago boston seattle denver atlanta miami detroit philadelphia baltimore bronx queens manhattan albuquerque boise prague
manila mondays tuesdays wednesdays thursdays fridays saturdays sundays decembers januaries weekends mami mamá papá papi maman mamaw
papaw nonna nonno abuela abuelo abuelita abuelito oma opa koro lola lolo tita tito babcia yiayia tante tia tio don doña signora father deacon brother labor labour dept division sirs sir madam ombudsman
nobody everybody everyone someone somebody anyone anybody nothing something everything anything people insurance dinner lunch
breakfast work life sleep money nights mornings doctors nurses aides siblings brothers sisters sons daughters everyone's whoever
part half none neither either several others things time food water medication medications meds pills hospice staff management
yours mine ours theirs hers something's nobody's whatever wherever whenever once twice instead later meanwhile finally anyway
honestly actually basically apparently sometimes usually often lately recently suddenly besides otherwise therefore
best regards love sincerely cheers warmly yours xo xoxo sent iphone ps p.s fyi btw asap tbh idk lol omg`);

/** Words after a name that make it an organisation, an illness or a law. */
export const OF_ORGANISATIONS = list(`
hospital hospitals medical clinic clinics center centre centers foundation institute university college school church chapel
cathedral hospice home homes house manor village villa lodge society association alliance health healthcare memorial general pharmacy
bank insurance group inc llc ltd trust disease syndrome palsy act law county street avenue road lane drive court boulevard way
place square park bridge island beach city town township station airport airlines hotel motel inn store stores shop market
services service network project program programme fund council agency department office system systems company corporation
partners associates aid living care army plan cross shield permanente line`);

const KIN = either(`
mother|mom|mum|mam|mama|mommy|mummy|ma|dad|daddy|father|papa|pop|husband|wife|spouse|partner|fianc[eé]e?|boyfriend|girlfriend|ex|son|sons
|daughter|daughters|child|children|kid|kids|boy|girl|boys|girls|baby|toddler|twins|twin|sister|sisters|brother|brothers|sibling|siblings|sis|bro
|half-sister|half-brother|stepmom|stepmother|step-mother|stepdad|stepfather|step-father|stepson|stepdaughter|step-son|step-daughter
|mother-in-law|father-in-law|sister-in-law|brother-in-law|son-in-law|daughter-in-law|MIL|FIL|SIL|BIL|grandmother|grandfather|grandma
|grandpa|granny|gran|nana|nan|nanna|granddad|grandson|granddaughter|grandkids|grandchildren|grandparents|parents|in-laws|aunt|auntie|aunts|uncle
|uncles|cousin|cousins|niece|nieces|nephew|nephews|friend|friends|buddy|bestie|neighbor|neighbour|neighbors|neighbours|roommate
|housemate|flatmate|client|clients|patient|resident|caregiver|carer|aide|helper|sitter|nurse|doctor|physician|GP|neurologist|oncologist|cardiologist
|psychiatrist|psychologist|therapist|counselor|counsellor|caseworker|case worker|case manager|social worker|care manager|care coordinator
|coordinator|pastor|priest|rabbi|imam|lawyer|attorney|boss|manager|supervisor|coworker|co-worker|colleague|teacher|landlord|landlady|tenant|plumber|physio|chemist|pharmacist|gardener|cleaner|carpenter|driver
|abuela|abuelo|abuelita|abuelito|lola|lolo|tita|tito|nonna|nonno|oma|opa|babcia|dziadek|yiayia|pappous|koro|halmoni|dadi|nani|amma|appa
|ammi|abba|mami|papi|suegra|suegro|hija|hijo|esposa|esposo|b[aà] ngo[aạ]i|b[aà] n[oộ]i|lady|gentleman|man|woman|guy`);

const OWNERS = either("my|our|his|her|their|your|[\\p{L}]+['’]s|the|a|an|another|one|and|&");
const BEFORE_KIN = either(
  "late|dear|dearest|beloved|poor|older|elder|elderly|eldest|oldest|younger|youngest|little|big|baby|twin|only|other|best|close|good|old|former|new|middle|first|second|ex|home|day|night|hospice|health|two|three|four",
);

/** "my older sister", up to the name. */
export const KIN_PHRASE = `\\b${OWNERS}[ ]+(?:${BEFORE_KIN}[ -]+|[a-z-]+[ ]){0,2}${KIN}`;
/** "my daughter", behind the name. */
export const OWN_KIN = `(?:my|our|his|her|their|your)[ ]+(?:${BEFORE_KIN}[ -]+){0,2}${KIN}\\b`;
/** Full stop optional. */
export const TITLES =
  "(?:Don|Doña|Dona|Signora|Signor|Abuelita|Abuelito|Lola|Lolo|Tita|Tito|Nonna|Nonno|Oma|Opa|Koro|Nan|Nanna|Gran|Babcia|Yiayia|Mama|Mami|Papi|Sister|Brother|Mr|Mrs|Ms|Miss|Mx|Messrs|Dr|Doctor|Prof|Professor|Rev|Reverend|Pastor|Rabbi|Imam|Nurse|Aunt|Auntie|Aunty|Tante|Uncle|Tio|Tía|Tía|Tio|Tío|Tia|Grandma|Grandpa|Granny|Nana|Abuela|Abuelo|Señor|Señora|Sra|Sr|Herr|Frau|Madame|Monsieur|Judge|Officer|Detective|Sergeant|Captain|Attorney|Cousin|Coach)";
/** Verbs that people do, and things, places and offices seldom do. */
export const DOES = either(
  "forgot|forgets|fell|falls|said|says|told|tells|wants|wanted|won['’]t|can['’]t|couldn['’]t|wouldn['’]t|doesn['’]t|didn['’]t|isn['’]t|wasn['’]t|hasn['’]t|keeps|kept|lives|lived|died|passed away|cries|cried|thinks|thought|asked|asks|refuses|refused|hates|loves|loved|likes|liked|knows|knew|feels|felt|sleeps|slept|eats|ate|drinks|walks|moved|woke|wakes|screams|yells|yelled|hit|hits|helps|sits|stays|visits|visited|cares|smiled|laughs|laughed|remembers|goes|went|came|comes|and I|and me|might feel|must be|could walk|has been|had been|is (?:my|his|her|our|so|very|still|not|doing|having|getting|in|at|on|a|the|cold|afraid|tired|confused|angry|scared|better|worse|rested|stable|\\d)|was (?:my|his|her|so|very|still|not|in|at|a|the)|has (?:a|an|the|no|always|never|given|told|had|dementia|cancer)",
);
/** Verbs that only a person does, so that even the first word of a sentence must be a person. */
export const DOES_AS_A_PERSON = either(
  "forgot|forgets|said|says|told|tells|wants|wanted|lives|lived|died|cries|cried|thinks|thought|asked|asks|refuses|refused|hates|hated|loves|loved|likes|liked|knows|knew|feels|felt|slept|ate|drinks|woke|wakes|screams|screamed|yells|yelled|visits|visited|smiled|laughs|laughed|remembers|remembered|believes|agrees|agreed|promised|insists|insisted|wrote|texted|rang|hung up|fell|won['’]t let|won['’]t eat|won['’]t use|can['’]t walk|has always|has given|and I|and me|passed away",
);
/** Verbs before a person who is not introduced. */
export const DONE_TO = either(
  "with|ask|asked|asking|tell|told|telling|let|give|gave|giving|help|helped|helping|miss|hug|thank|invite|pay|paid|bathe|bathing|dress|feed|feeding|hers|poor|dear|beloved|sit|even|love|about|for|and|or|than|says|said|sign it|signed|husband of|wife of|father of|mother of|son of|daughter of|brother of|sister of|friend of|widow of|calling (?:him|her)|you and|me and|him and|her and|both|between|not|unless|until|if|when|while|because|that|but|so|where|how|why|what|whether|is",
);
/** Endings of medicine names. */
export const LIKE_A_MEDICINE =
  /(?:azepam|azolam|apine|idone|pril|sartan|olol|statin|prazole|cillin|mycin|zumab|oxetine|traline|aline|zine|xaban|formin|dopa|parin|sone|solone|triptan|gliptin|gliflozin|azole|dipine|mantine|pezil|stigmine|barbital|codone|morphone|phen|profen)$/;
export const CLOSINGS = either(
  "thanks|thank you|thanks so much|thank you so much|many thanks|thanks again|thanks in advance|best|best wishes|best regards|kind regards|warm regards|regards|love|lots of love|much love|sincerely|yours|yours truly|yours sincerely|cheers|warmly|take care|blessings|god bless|respectfully|gratefully|hugs|xo|xoxo",
);
export const GREETINGS = either(
  "hi|hello|hey|hiya|dear|good morning|good afternoon|good evening|welcome|welcome back|thank you|thanks|i'm sorry|sorry|oh",
);
/** Words after "will" or "may" that make it a verb instead of a name: "Will you", "May I". */
export const BEHIND_WORDS = list(`
you i he she it they we the this that there my your his her their our a an me us to for of down all these those anyone someone
somebody anybody everyone be not things god people`);
/** Words before a month. */
export const BEFORE_MONTHS = list(
  "in since until till by last next this of during early late mid every before through past from to",
);
