/** The MCP server of one request: lists the tools that its caller may use, and calls them. */
import type { CallToolResult, Tool as ToolListing } from '@modelcontextprotocol/server'
import { ApiError, addressOf, readAnswer } from '../../domain/api-calls/answer'
import type { CallId } from '../../domain/api-calls/contract'
import { failureText } from '../../domain/api-calls/failure'
import { ENDPOINTS } from '../../domain/endpoints'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { type Language, translate } from '../../domain/i18n/translate'
import { TOOLS } from '../../domain/mcp/all-tools'
import { readable } from '../../domain/mcp/readable'
import type { Tool } from '../../domain/mcp/tool'
import type { InnerCall } from '../inner-requests'
import { checked } from '../read-call'

interface Caller {
  /** Of the gateway. */
  readonly version: string
  /** Of errors. */
  readonly language: Language
  /** False where only reading was requested. */
  readonly writes: boolean
  readonly mayCall: (endpoint: Endpoint) => boolean
  /** Makes a call of the management API as the caller. */
  readonly call: (request: InnerCall) => Promise<Response>
}

const INSTRUCTIONS =
  'Tools of an AI API gateway: channels (upstream accounts), tokens (keys of its clients), ' +
  'users, the usage log, prices and limits. Money is in credits, with dollars beside them. ' +
  'Times are UTC. In an incident begin with gateway_health and attention_list; log_search finds ' +
  'calls, and receipt_show and route_explain explain one.'

const BY_ID: ReadonlyMap<CallId, Endpoint> = new Map(
  ENDPOINTS.flatMap((endpoint) =>
    TOOLS.filter(({ call }) => call === endpoint.id).map(({ call }) => [call, endpoint] as const),
  ),
)

/** `message` is the parsed body of a POST. */
export async function answerMcp(
  request: Request,
  message: object | undefined,
  caller: Caller,
): Promise<Response> {
  const { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } = await import(
    '@modelcontextprotocol/server'
  )
  const makeServer = () => {
    const mcp = new McpServer(
      { name: 'gw', title: 'gw', version: caller.version },
      { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
    )
    mcp.server.setRequestHandler('tools/list', () => ({ tools: offered(caller).map(listing) }))
    mcp.server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = toolNamed(params.name, caller)
      if (tool !== undefined) return await callTool(tool, params.arguments ?? {}, caller)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    })
    return mcp
  }
  // Nothing that could be subscribed to changes.
  const handler = createMcpHandler(makeServer, { maxSubscriptions: 0 })
  return await handler.fetch(request, { parsedBody: message })
}

/** Of several rows of a name, the first that the caller may use. */
function offered(caller: Caller): readonly Tool[] {
  const usable = TOOLS.filter((tool) => mayUse(tool, caller))
  return usable.filter(({ name }, at) => usable.findIndex((tool) => tool.name === name) === at)
}

function mayUse({ writes, call }: Tool, caller: Caller): boolean {
  return (writes === undefined || caller.writes) && caller.mayCall(endpointOf(call))
}

/** A tool that the caller may not use says why when it is called. */
function toolNamed(wanted: string, caller: Caller): Tool | undefined {
  const rows = TOOLS.filter(({ name }) => name === wanted)
  return rows.find((tool) => mayUse(tool, caller)) ?? rows.at(-1)
}

function endpointOf(call: CallId): Endpoint {
  const endpoint = BY_ID.get(call)
  if (endpoint === undefined) throw new Error(`no call ${call}`)
  return endpoint
}

function listing({ name, title, description, input, ...hints }: Tool): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: 'object' },
    annotations: {
      readOnlyHint: hints.writes === undefined,
      ...(hints.writes !== undefined && {
        destructiveHint: hints.writes === 'changes',
        idempotentHint: hints.isIdempotent === true,
      }),
      openWorldHint: hints.isOpenWorld === true,
    },
  }
}

async function callTool(tool: Tool, given: object, caller: Caller): Promise<CallToolResult> {
  try {
    if (tool.writes !== undefined && !caller.writes) throw new GatewayError('mcp.read_only')
    const input = checked(tool.input, { ...given })
    const { method, path } = endpointOf(tool.call)
    const { params, query, body } = tool.request(input)
    const response = await caller.call({
      method,
      address: addressOf(path, { params, query }),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const result = readable(tool.result(await readAnswer(response), input))
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    return failed(error, caller.language)
  }
}

/** For the model to read: what was wrong, and its stable name. */
function failed(error: unknown, language: Language): CallToolResult {
  if (!(error instanceof GatewayError) && !(error instanceof ApiError)) throw error
  const { code, message } =
    error instanceof GatewayError
      ? { code: error.id, message: messageOf(error, language) }
      : {
          code: error.code,
          message: failureText(error, (key, params) => translate(language, key, params)),
        }
  const text = code === '' ? message : `${message} (${code})`
  return { content: [{ type: 'text', text }], isError: true }
}
