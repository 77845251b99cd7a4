/**
 * Where every file below tests/fixtures is from. `made` means written by hand after the named
 * documentation, which is as good as whoever read it; `recorded` came over the wire from a vendor,
 * keys and names scrubbed, on the day that is named. A made answer is replaced by a recorded one
 * as soon as somebody has a key, and what a dialect then gets wrong is a bug of the dialect.
 */
export type FixtureSource =
  | {
      readonly is: 'made'
      /** Address of the documentation that it follows. */
      readonly after: string
    }
  | {
      readonly is: 'recorded'
      /** Address that was asked. */
      readonly from: string
      /** `2026-11-22`. */
      readonly on: string
    }

function made(after: string): FixtureSource {
  return { is: 'made', after }
}

const OPENAI = 'https://platform.openai.com/docs'
const ANTHROPIC = 'https://docs.anthropic.com/en'
const AWS = 'https://docs.aws.amazon.com/bedrock/latest/APIReference'

const OPENAI_CHAT = made(`${OPENAI}/api-reference/chat/object`)
const OPENAI_CHAT_STREAM = made(`${OPENAI}/api-reference/chat-streaming/streaming`)
const OPENAI_COMPLETIONS = made(`${OPENAI}/api-reference/completions/object`)
const OPENAI_ERRORS = made(`${OPENAI}/guides/error-codes`)
const OPENAI_RESPONSES = made(`${OPENAI}/api-reference/responses/object`)
const OPENAI_RESPONSES_STREAM = made(`${OPENAI}/api-reference/responses-streaming`)
const DEEPSEEK_REASONING = made('https://api-docs.deepseek.com/guides/reasoning_model')
const ANTHROPIC_MESSAGES = made(`${ANTHROPIC}/api/messages`)
const ANTHROPIC_STREAM = made(`${ANTHROPIC}/docs/build-with-claude/streaming`)
const ANTHROPIC_THINKING = made(`${ANTHROPIC}/docs/build-with-claude/extended-thinking`)
const ANTHROPIC_CACHE = made(`${ANTHROPIC}/docs/build-with-claude/prompt-caching`)
const ANTHROPIC_WEB_SEARCH = made(`${ANTHROPIC}/docs/agents-and-tools/tool-use/web-search-tool`)
const GEMINI_GENERATE = made('https://ai.google.dev/api/generate-content')
const GEMINI_EMBEDDINGS = made('https://ai.google.dev/api/embeddings')
const GEMINI_ERRORS = made('https://ai.google.dev/gemini-api/docs/troubleshooting')
const GEMINI_THINKING = made('https://ai.google.dev/gemini-api/docs/thinking')
const CONVERSE = made(`${AWS}/API_runtime_Converse.html`)
const CONVERSE_STREAM = made(`${AWS}/API_runtime_ConverseStream.html`)
const COZE_CHAT = made('https://docs.coze.cn/developer_guides_chat_v3')
const COHERE = made('https://docs.cohere.com/v2/reference/chat')
const DIFY = made('https://docs.dify.ai/en/api-reference')
const ERNIE = made('https://cloud.baidu.com/doc/WENXINWORKSHOP')
const HUNYUAN = made('https://cloud.tencent.com/document/api/1729/105701')
const OLLAMA = made('https://github.com/ollama/ollama/blob/main/docs/api.md')
const REPLICATE = made('https://replicate.com/docs/reference/http')
const OPENAI_VIDEOS = made(`${OPENAI}/api-reference/videos/object`)
const GOOGLE_BILLING = 'https://docs.cloud.google.com/billing/docs/how-to'
const GOOGLE_EXPORT = made(`${GOOGLE_BILLING}/export-data-bigquery-tables/standard-usage`)
const GOOGLE_TABLE = made(`${GOOGLE_BILLING}/cost-table`)
const AZURE_DETAILS = 'https://learn.microsoft.com/azure/cost-management-billing/dataset-schema'
const BEDROCK_USE = 'https://docs.aws.amazon.com/bedrock/latest/userguide'
const TLS = made('https://docs.openssl.org/master/man1/openssl-req/')

/** By path below tests/fixtures. */
export const FIXTURE_SOURCES: Readonly<Record<string, FixtureSource>> = {
  'anthropic/chat-cache-ping.sse': ANTHROPIC_CACHE,
  'anthropic/chat-error-midway.sse': ANTHROPIC_STREAM,
  'anthropic/chat-server-tool.sse': ANTHROPIC_WEB_SEARCH,
  'anthropic/chat-text.json': ANTHROPIC_MESSAGES,
  'anthropic/chat-text.sse': ANTHROPIC_STREAM,
  'anthropic/chat-thinking.json': ANTHROPIC_THINKING,
  'anthropic/chat-thinking.sse': ANTHROPIC_THINKING,
  'anthropic/chat-tool.json': ANTHROPIC_MESSAGES,
  'anthropic/chat-tool.sse': ANTHROPIC_STREAM,
  'anthropic/chat-tools.json': ANTHROPIC_MESSAGES,
  'anthropic/chat-tools.sse': ANTHROPIC_STREAM,
  'converse/chat-text.json': CONVERSE,
  'converse/chat-text.sse': CONVERSE_STREAM,
  'converse/chat-thinking.json': CONVERSE,
  'converse/chat-thinking.sse': CONVERSE_STREAM,
  'converse/chat-tool.json': CONVERSE,
  'converse/chat-tool.sse': CONVERSE_STREAM,
  'converse/chat-tools.json': CONVERSE,
  'converse/chat-tools.sse': CONVERSE_STREAM,
  'coze/chat-text.sse': COZE_CHAT,
  'gemini/chat-blocked.json': GEMINI_GENERATE,
  'gemini/chat-blocked.sse': GEMINI_GENERATE,
  'gemini/chat-candidates.sse': GEMINI_GENERATE,
  'gemini/chat-text.json': GEMINI_GENERATE,
  'gemini/chat-text.sse': GEMINI_GENERATE,
  'gemini/chat-thinking.json': GEMINI_THINKING,
  'gemini/chat-thinking.sse': GEMINI_THINKING,
  'gemini/chat-tool.json': GEMINI_GENERATE,
  'gemini/chat-tool.sse': GEMINI_GENERATE,
  'gemini/chat-tools.json': GEMINI_GENERATE,
  'gemini/chat-tools.sse': GEMINI_GENERATE,
  'gemini/embeddings.json': GEMINI_EMBEDDINGS,
  'gemini/error.json': GEMINI_ERRORS,
  'openai/chat-error-midway.sse': OPENAI_ERRORS,
  'openai/chat-refusal.sse': OPENAI_CHAT_STREAM,
  'openai/chat-text.json': OPENAI_CHAT,
  'openai/chat-text.sse': OPENAI_CHAT_STREAM,
  'openai/chat-thinking.json': DEEPSEEK_REASONING,
  'openai/chat-thinking.sse': DEEPSEEK_REASONING,
  'openai/chat-tool.json': OPENAI_CHAT,
  'openai/chat-tool.sse': OPENAI_CHAT_STREAM,
  'openai/chat-tools-interleaved.sse': OPENAI_CHAT_STREAM,
  'openai/chat-tools.json': OPENAI_CHAT,
  'openai/chat-tools.sse': OPENAI_CHAT_STREAM,
  'openai/completion-text.sse': OPENAI_COMPLETIONS,
  'provider-usage/anthropic-api.json': made(`${ANTHROPIC}/api/usage-cost-api`),
  'provider-usage/anthropic-console.csv': made(`${ANTHROPIC}/api/usage-cost-api`),
  'provider-usage/anthropic-costs.json': made(`${ANTHROPIC}/api/usage-cost-api`),
  'provider-usage/azure-customer.csv': made(`${AZURE_DETAILS}/cost-usage-details-mca`),
  'provider-usage/azure-enterprise.csv': made(`${AZURE_DETAILS}/cost-usage-details-ea`),
  'provider-usage/azure-focus.csv': made(`${AZURE_DETAILS}/cost-usage-details-focus`),
  'provider-usage/bedrock-cur2.csv': made(`${BEDROCK_USE}/cost-mgmt-understanding-cur-data.html`),
  'provider-usage/bedrock-legacy.csv': made(
    'https://docs.aws.amazon.com/cur/latest/userguide/Lineitem-columns.html',
  ),
  'provider-usage/google-bigquery.jsonl': GOOGLE_EXPORT,
  'provider-usage/google-console.csv': GOOGLE_TABLE,
  'provider-usage/openai-api.json': made(`${OPENAI}/api-reference/usage/completions_object`),
  'provider-usage/openai-console.csv': made(`${OPENAI}/api-reference/usage/completions_object`),
  'provider-usage/openai-costs.json': made(`${OPENAI}/api-reference/usage/costs_object`),
  'responses/chat-text.json': OPENAI_RESPONSES,
  'responses/chat-text.sse': OPENAI_RESPONSES_STREAM,
  'responses/chat-thinking.json': OPENAI_RESPONSES,
  'responses/chat-thinking.sse': OPENAI_RESPONSES_STREAM,
  'responses/chat-tools.json': OPENAI_RESPONSES,
  'responses/chat-tools.sse': OPENAI_RESPONSES_STREAM,
  'tls/localhost-cert.pem': TLS,
  'tls/localhost-key.pem': TLS,
  'cohere/chat-cited.sse': COHERE,
  'cohere/chat-text.json': COHERE,
  'cohere/chat-text.sse': COHERE,
  'cohere/chat-thinking.json': COHERE,
  'cohere/chat-thinking.sse': COHERE,
  'cohere/chat-tools.json': COHERE,
  'cohere/chat-tools.sse': COHERE,
  'cohere/embed.json': COHERE,
  'dify/agent.sse': DIFY,
  'dify/chat-text.json': DIFY,
  'dify/chat-text.sse': DIFY,
  'dify/workflow-whole.sse': DIFY,
  'dify/workflow.json': DIFY,
  'dify/workflow.sse': DIFY,
  'ernie/chat-text.json': ERNIE,
  'ernie/chat-text.sse': ERNIE,
  'ernie/chat-tool.json': ERNIE,
  'ernie/chat-tool.sse': ERNIE,
  'ernie/embeddings.json': ERNIE,
  'hunyuan/chat-text.json': HUNYUAN,
  'hunyuan/chat-text.sse': HUNYUAN,
  'hunyuan/chat-thinking.json': HUNYUAN,
  'hunyuan/chat-thinking.sse': HUNYUAN,
  'hunyuan/chat-tools.json': HUNYUAN,
  'hunyuan/chat-tools.sse': HUNYUAN,
  'jobs/ark.json': made('https://www.volcengine.com/docs/82379/1520757'),
  'jobs/hailuo.json': made('https://platform.minimax.io/docs/api-reference/video-generation-t2v'),
  'jobs/jimeng.json': made('https://www.volcengine.com/docs/85621/1792704'),
  'jobs/kling.json': made(
    'https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo',
  ),
  'jobs/luma.json': made('https://docs.lumalabs.ai/reference/creategeneration'),
  'jobs/replicate.json': made('https://replicate.com/docs/reference/http'),
  'jobs/runway.json': made('https://docs.dev.runwayml.com/api'),
  'jobs/sora.json': OPENAI_VIDEOS,
  'jobs/veo-gemini.json': made('https://ai.google.dev/gemini-api/docs/video'),
  'jobs/veo-vertex.json': made(
    'https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation',
  ),
  'jobs/vidu.json': made('https://platform.vidu.cn/docs/text-to-video'),
  'jobs/wan.json': made('https://help.aliyun.com/zh/model-studio/text-to-video-api-reference'),
  'ollama/chat-text.json': OLLAMA,
  'ollama/chat-text.sse': OLLAMA,
  'ollama/chat-thinking.json': OLLAMA,
  'ollama/chat-thinking.sse': OLLAMA,
  'ollama/chat-tools.json': OLLAMA,
  'ollama/chat-tools.sse': OLLAMA,
  'ollama/embed.json': OLLAMA,
  'replicate/chat-text.json': REPLICATE,
  'replicate/images.json': REPLICATE,
}
