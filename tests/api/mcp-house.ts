/** Assistants on a gateway: official clients over HTTP, and a call of each tool. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ApiBody, ApiCaller } from '../support/api'
import type { Gateway } from '../support/gateway'

export interface ToolAnswer {
  readonly isError: boolean
  /** What is for programs; `undefined` of a refusal. */
  readonly data: ApiBody
  /** What is for the model. */
  readonly text: string
}

export interface Assistant extends AsyncDisposable {
  readonly client: Client
  readonly names: () => Promise<readonly string[]>
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>
}

export async function assistantOf(client: Client): Promise<Assistant> {
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => {
      const { content, structuredContent, isError } = await client.callTool({
        name,
        arguments: input,
      })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      return { isError: isError === true, data: structuredContent, text }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

interface Connection {
  readonly token: string
  /** Of the address. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly mode?: 'legacy' | 'auto'
}

export async function connect(
  { url }: Pick<Gateway, 'url'>,
  { token, query = '', headers = {}, mode = 'auto' }: Connection,
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  })
  await client.connect(transport)
  return await assistantOf(client)
}

let made = 0

/** A new access token; without scopes it may do what its owner may. */
export async function tokenOf(caller: ApiCaller, scopes?: readonly string[]): Promise<string> {
  made += 1
  const facts = { name: `assistant-${made}`, ...(scopes && { scopes }) }
  const { body } = await caller.post('/api/access_token/', facts)
  return body.data.token
}
