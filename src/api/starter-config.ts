/** Named so in every project. */
export const STARTER_CONFIG_FILE = "invisiblebench.config.yaml";

/** A config whose every further line is an example, commented out. */
export const STARTER_CONFIG = `# yaml-language-server: $schema=./node_modules/invisiblebench/schemas/config.schema.json
# Defaults of this project; flags win over them. Keys of providers belong into the environment or .env, never here.

# Your own scenarios, added to the shipped ones. Results made with them are marked private.
corpus: .

# Where runs are kept. Imported conversations may hold real people's words: keep this folder out of version control.
out: results

# Whom to ask, and who judges. Without them the simulated world answers, free and offline.
# models: [openai/gpt-5-mini, anthropic/claude-sonnet-5]
# judge: google/gemini-3.8-flash

# What the models are told before the first turn, instead of the shipped text.
# system_prompt: system-prompt.txt

# No run or scan crosses it.
# max_cost_usd: 5
# max_connections: 16
# timeout_seconds: 300

# Servers that speak OpenAI's chat completions; their models are named <endpoint>/<model>.
# endpoints:
#   our-gateway:
#     base_url: https://gateway.example.com/v1
#     api_key_env: OUR_GATEWAY_KEY

# Your own product, tested with --harness http/json.
# http_harness:
#   name: acme/companion-2
#   url: https://api.example.com/chat
#   headers:
#     authorization: Bearer {env.COMPANION_KEY}
#   request:
#     conversation: "{conversation_id}"
#     text: "{message}"
#   reply_path: data.answer
`;
