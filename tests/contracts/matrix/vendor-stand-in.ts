/** Who answers for the vendors: by their credentials, and by nothing that they do not know. */
import {
  accountFile,
  type GoogleCloud,
  googleCloud,
  type ServiceAccount,
} from '../../support/google-cloud'
import { baidu } from '../../support/stand-ins/baidu'
import { refusalByCohere } from '../../support/stand-ins/cohere'
import { refusalByDify } from '../../support/stand-ins/dify'
import { refusalByOllama } from '../../support/stand-ins/ollama'
import { refusalByTencent } from '../../support/stand-ins/tencent'
import { json, type RecordedRequest, type Reply } from '../../support/upstream'
import type { VendorCase } from './vendors/vendor-case'

const KEY = 'vendor-key-1'
const TENCENT = {
  secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3',
  secretKey: 'Gu5t9xGARNpq86cd98joQYCN3',
}

export interface StandIn {
  /** The channel's key. */
  readonly key: string
  readonly judge: (request: RecordedRequest, reply: Reply) => Reply
}

/** `at` is the address at which tokens are asked for, where a vendor gives some. */
export function standIn(vendor: VendorCase, at: string): StandIn {
  switch (vendor.account) {
    case 'baidu': {
      const account = baidu({ apiKey: 'baidu-key', secretKey: 'baidu-secret' })
      return { key: 'baidu-key|baidu-secret', judge: account.answer }
    }
    case 'google': {
      const account = { ...ACCOUNT, token_uri: `${at}/token` }
      return { key: accountFile(account), judge: cloudOf(account).answer }
    }
    case 'tencent':
      return {
        key: `1250000000|${TENCENT.secretId}|${TENCENT.secretKey}`,
        judge: (request, reply) => refusalByTencent(request, TENCENT, Date.now()) ?? reply,
      }
    default:
      return {
        key: vendor.key ?? KEY,
        judge: (request, reply) => refused(vendor, request) ?? reply,
      }
  }
}

const ACCOUNT = { project_id: 'project-1', client_email: 'gw@project-1.example' }

/** A token is good for every channel of an account. */
const clouds = new Map<string, GoogleCloud>()

function cloudOf(account: ServiceAccount): GoogleCloud {
  const known = clouds.get(account.token_uri)
  const cloud = known ?? googleCloud({ account, nowMs: () => Date.now() })
  clouds.set(account.token_uri, cloud)
  return cloud
}

/** Own formats have stand-ins of their own; everybody else has one header with the key. */
function refused(vendor: VendorCase, request: RecordedRequest): Reply | undefined {
  const { headers, path } = request
  const isClaude = path.includes('/messages')
  const byFace = isClaude ? 'x-api-key' : undefined
  const header = vendor.credential === 'by face' ? byFace : vendor.credential
  const [key = ''] = (vendor.key ?? KEY).split('|')
  const given = header === undefined ? headers.authorization : headers[header]
  if (given !== (header === undefined ? `Bearer ${key}` : key)) {
    return json({ error: { message: `the key is ${given}` } }, { status: 401 })
  }
  if (vendor.asked['chat cohere'] !== undefined && !path.includes('rerank')) {
    return refusalByCohere(request, KEY)
  }
  if (vendor.asked['chat dify'] !== undefined) return refusalByDify(request, KEY)
  return vendor.asked['chat ollama'] === undefined ? undefined : refusalByOllama(request)
}

/** What OpenAI documents of a chat, and nothing else. */
const CHAT_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
  'seed',
  'n',
  'response_format',
  'reasoning_effort',
  'user',
])

/** Fields of a chat that the vendor would refuse or drop. */
export function strangeFields(vendor: VendorCase, body: object): readonly string[] {
  const { takes = [], lacks = [] } = vendor
  return Object.keys(body).filter(
    (name) => lacks.includes(name) || !(CHAT_FIELDS.has(name) || takes.includes(name)),
  )
}
