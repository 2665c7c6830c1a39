/** Given names that are hardly any other word: with a capital, each counts as a person anywhere. */
const NAMES = `
aaliyah aaron abdul abdullah abigail abraham adam adele adriana adriano agnes agnieszka ahmed aidan aileen aisha akira alan albert alberto
alejandra alejandro alex alexander alexandra alexis alfred alfredo alice alicia alisha alison alistair allan allison alma alvaro alyssa
amanda amara amelia amina amir amit amy ana anastasia andre andrea andreas andrei andres andrew andrzej andy angela angelica angelina
angelo angie anika anil anita anjali ann anna anne annette annie anthony antoine antonia antonio anya archie ariana arjun arlene arnold
arthur arturo asha ashley ashok astrid aubrey audrey aurelio ava ayesha bao barbara barney barry beatrice beatriz becky belinda ben
benjamin bernadette bernard bernice bert bertha beth bethany betsy bettina betty beverly bianca billy bjorn blanca bogdan bonnie boris
brad bradley brandon brenda brendan brent brett brian brianna bridget brigitte bruce bruno bryan caitlin caleb callum calvin cameron
camila camille candace cara carl carla carlos carly carmela carmen carol carole caroline carolyn carrie casey cassandra catalina
catherine cathy cecil cecilia cedric celeste celia cesar chandra chantal charlene charles charlie chelsea cheryl chester chidi
chinedu chloe chris christian christina christine christoph christopher cindy claire clara clarence clarice claudia clement
clifford clive clyde cody colette colin colleen conor consuelo corey corinne cornelia craig cristina curtis cynthia cyril dagmar
daisuke damian damien dan dana daniel daniela danielle danny daphne darlene darnell darren darryl dave david deanna deb debbie
deborah debra deepak deirdre delia delores demetrius denise dennis derek desmond devon diana diane diego dieter dimitri dinesh dolores
dominic dominika donald donna dora doreen doris dorothea dorothy doug douglas duncan dwayne dylan ebony eddie edgar edith edmund
edna eduardo edward edwin eileen elaine eleanor elena eli elias elijah elisa elisabeth elise elizabeth ella ellen ellie eloise elsa
elsie elvira emeka emeline emil emilia emilio emily emma emmanuel enrique eric erica erik erika erin ernest ernesto esmeralda
esperanza estelle esther ethan ethel eugene eugenia eunice eva evan evelyn fabio farah fatima fatou federico felicia felicity felipe
felix fernanda fernando fiona flora floyd francesca francesco francine francis francisco francois frances fred freda freddie frederick
frieda fumiko gabriel gabriela gail gareth gary gavin geoff geoffrey george georgina gerald geraldine gerard gerardo gertrude gianna
gilbert gina giovanni gisela giulia gladys gloria gordon goran graciela graham greg gregory greta guadalupe guillermo gustavo gwen
gwendolyn hamza hana hannah hans harold harriet harriet hassan hector heidi heinz helen helena helga henrietta henrik henry herbert
herman hilda hilary hiroshi howard hubert hugh hugo hussein ian ibrahim ida ifeoma ignacio igor imani imelda imran indira ines ingrid
irene irma isaac isabel isabella isabelle isaiah ismael ivan ivana ivonne jacinta jackie jacob jacqueline jacques jaime jake jamal
james jamie jamila jan jane janelle janet janice janine jared jasmine jason javier jeanette jeannie jeff jeffrey jenna jennifer jenny
jeremiah jeremy jerome jerry jesse jessica jesus jill jillian jim jimmy joan joanna joanne jocelyn jodie joel johan johanna john johnny
jolene jon jonas jonathan jorge jose josef joseph josephine joshua josie joyce juan juana juanita judith judy julia julian juliana
julie juliet julio jun justin justine kamal karen karin karl karla kate katarina katherine kathleen kathryn kathy katie katrina kayla
keiko keisha keith kelly kelsey ken kenji kenneth kerry kevin khadija khalid kim kimberly kirsten klaus kofi krista kristen kristin
kristina krystyna kumar kurt kwame kyle ladonna lakshmi lamar lara larry latisha latoya laura lauren laurence laurie lawrence leah
leila leland lena leo leon leona leonard leonardo leroy leslie leticia levi lewis liam lidia liesel lila lillian lina linda lindsay lindsey
lionel lisa lloyd lois lorena lorenzo loretta lori lorraine louis louisa louise lourdes lowell lucas lucia luciana lucille lucinda
lucy ludmila luis luisa lukas luke lupe lydia lyle lynette lynn mabel maddie madeleine madeline mae magdalena maggie mahmoud maisie
malcolm malik mandy manuel manuela marc marcel marcela marcia marco marcos marcus margaret margarita marge margot maria mariam
mariana marianne maribel marie marilyn mario marion marisa marisol marjorie marlene marta martha martin martina marvin mary maryam
matilda matteo matthew matt maureen maurice mauricio mavis maxine maya megan mehmet mei melanie melinda melissa mercedes meredith
mia michael michaela michel michele michelle miguel mikael mike mildred milena millicent milos mina mindy miranda miriam misha mitch
mitchell mohamed mohammed mohammad moira mollie molly mona monica monique morgan muhammad muriel mustafa myra myrtle nadia nadine nancy
naomi narek natalia natalie natasha nathan nathaniel neha neil nelson ngozi nguyen nicholas nicola nicolas nicole nigel nikhil nikita
nikolai nina noah noel nora noreen norma norman oksana olga oliver olivia olu oluwaseun omar oscar osvaldo otis owen pablo paige palmer
pamela paolo pascal patrice patricia patrick paul paula paulette pauline pavel pedro peggy percy perry pete peter petra phil philip
philippa phillip phoebe phyllis pierre piotr polly prakash preston priscilla priya quentin rachel rafael rahul raj rajesh ralph ramon
ramona randall randy raphael raquel rashid raul ravi raymond rebecca reggie regina reginald renata rene renee rhonda ricardo richard
rick ricky rita robert roberta roberto rochelle rodney rodrigo roger roland rolf roman ronald ronnie rory rosa rosalie rosalind rosario
roseann rosemarie rosie ross roxanne roy ruben rudolf rudy rupert russell ruth ryan sabine sabrina sadie said sakura salma salvador
sam samantha samira samuel sanjay sandra santiago santino sara sarah sasha saul sean sebastian selena selma serena sergei sergio seth
shannon sharon shauna shawn sheila shelby sheldon shelley sherry shirley shreya sidney siegfried silvia simon simone siobhan sofia solomon
sonia sonja sophia sophie stacey stacy stan stanislav stanley stefan stefanie stella stephanie stephen steve steven stuart sunita
suresh susan susana susanna susie suzanne svetlana sven sybil sylvia tabitha takeshi tamara tameka tamika tammy tanya tara tariq tasha
tatiana ted teresa terence terrence terri terry tessa thanh thelma theodore theresa thomas tiffany tim timothy tina tobias todd tom
tomas tomasz tommy toni tony tracey tracy trevor tricia trudy tyrone ulrike ursula valentina valerie vanessa velma vera verna vernon
veronica vicky victor victoria vijay vikram vince vincent viola virgil vivian vivienne vladimir walter wanda warren wayne wendell wendy
wesley wilbur wilfred wilhelm willa william willie wilma winifred winston wolfgang xavier ximena yasmin yolanda yosef yuki yuriko yusuf
yvette yvonne zachary zahra zainab zoe zofia zoltan`;

export const FIRST_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
