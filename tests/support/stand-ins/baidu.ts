/**
 * Made after cloud.baidu.com/doc/WENXINWORKSHOP ("Access Token", "chat/completions_pro",
 * "embeddings") and the types of npm @baiducloud/qianfan 0.2.4.
 */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply } from '../upstream'

const ROOT = '/rpc/2.0/ai_custom/v1/wenxinworkshop'
const CHAT: Shape = {
  messages: [
    { role: 'any', content: 'any', name: 'any', function_call: { name: 'any', arguments: 'any' } },
  ],
  functions: [{ name: 'any', description: 'any', parameters: 'any' }],
  temperature: 'any',
  top_p: 'any',
  penalty_score: 'any',
  stream: 'any',
  system: 'any',
  stop: 'any',
  disable_search: 'any',
  enable_citation: 'any',
  max_output_tokens: 'any',
  response_format: 'any',
  user_id: 'any',
  tool_choice: { type: 'any', function: { name: 'any' } },
}
const EMBEDDINGS: Shape = { input: 'any', user_id: 'any' }

export interface BaiduAccount {
  readonly apiKey: string
  readonly secretKey: string
  /** Seconds that a token is good for, by Baidu's word. */
  readonly lifetime?: number
  /** What the token is called that is given so many-th. */
  readonly token?: (place: number) => string
}

export interface Baidu {
  /** How often a token was asked for. */
  readonly given: () => number
  /** Tokens given so far are good no more. */
  readonly revoke: () => void
  readonly answer: (request: RecordedRequest, reply: Reply) => Reply
}

const numbered = (place: number): string => `24.token-${place}`

export function baidu({
  apiKey,
  secretKey,
  lifetime = 2_592_000,
  token = numbered,
}: BaiduAccount): Baidu {
  let given = 0
  let good = ''
  const grant = (url: URL): Reply => {
    const { searchParams: query } = url
    if (query.get('grant_type') !== 'client_credentials') {
      return json({ error: 'invalid_grant', error_description: 'grant_type' }, { status: 400 })
    }
    if (query.get('client_id') !== apiKey || query.get('client_secret') !== secretKey) {
      const error_description = 'unknown client id'
      return json({ error: 'invalid_client', error_description }, { status: 401 })
    }
    given += 1
    good = token(given)
    return json({ access_token: good, expires_in: lifetime, scope: 'public' })
  }
  return {
    given: () => given,
    revoke: () => {
      good = ''
    },
    answer: (request, reply) => {
      const url = new URL(request.path, 'http://baidu')
      if (url.pathname === '/oauth/2.0/token') return grant(url)
      if (good === '' || url.searchParams.get('access_token') !== good) {
        return refused(110, 'Access token invalid or no longer valid')
      }
      return problemOf(request, url.pathname) ?? reply
    },
  }
}

/** Everything is refused with status 200. */
export function refused(error_code: number, error_msg: string): Reply {
  return json({ error_code, error_msg })
}

function problemOf({ json: body }: RecordedRequest, path: string): Reply | undefined {
  if (!path.startsWith(ROOT)) return refused(3, 'Unsupported openapi method')
  const isChat = path.startsWith(`${ROOT}/chat/`)
  const found = unknownField(body, isChat ? CHAT : EMBEDDINGS)
  if (found !== undefined) return refused(336003, `unknown field ${found}`)
  if (!isChat) return undefined
  const roles = (Object(body).messages as { role: string }[]).map(({ role }) => role)
  if (roles.length % 2 === 0) return refused(336006, 'the length of messages must be an odd number')
  const isWrong = roles.some((role, at) =>
    at % 2 === 1 ? role !== 'assistant' : role !== 'user' && role !== 'function',
  )
  return isWrong ? refused(336006, 'the role of messages must alternate') : undefined
}
