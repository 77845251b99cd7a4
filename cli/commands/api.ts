import { isRecord } from '../../server/domain/json/records'
import type { Transport } from '../admin/gateway-transport'
import { refusal, unreachable } from '../admin/refusal'
import { requestOf } from '../admin/request'
import { openExisting } from '../admin/transport'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import { JSON_PRINTER } from '../output/output-format'

export const api = defineCommand({
  path: ['api'],
  clientSide: true,
  summary: 'call the management API, here or on the gateway of the context',
  args: [
    {
      name: 'method',
      summary: 'HTTP method',
      choices: ['GET', 'POST', 'PUT', 'DELETE'],
    },
    { name: 'path', summary: 'path and query, e.g. /api/user/self', completes: 'path' },
  ],
  flags: {
    'raw-field': {
      kind: 'texts',
      short: 'f',
      value: 'KEY=VALUE',
      summary: 'a text of the body, or of the query with GET; may be repeated',
    },
    field: {
      kind: 'texts',
      short: 'F',
      value: 'KEY=VALUE',
      summary: 'the same, where a number, true, false, null or other JSON is meant as such',
    },
    input: { kind: 'text', value: 'FILE', summary: 'body as JSON; "-" reads stdin' },
    paginate: { kind: 'switch', summary: 'all pages of a list, as one array' },
  },
  examples: [
    'gw api GET /api/user/self',
    'gw api POST /api/token/ -f name=app -F unlimited_quota=true',
    'gw api GET /api/log/ --paginate --context prod --output ndjson',
    "gw api GET /api/token/ --jq '.data.items[].name'",
  ],
  run: async (context, { args, flags }) => {
    const { input } = flags
    const text = input && (await context.file(input))
    const request = requestOf({
      method: args.method,
      address: args.path,
      texts: flags['raw-field'] ?? [],
      values: flags.field ?? [],
      input: text,
    })
    if (flags.paginate === true && request.method !== 'GET') {
      throw new UsageError('--paginate goes with GET')
    }
    const transport = await openExisting(context)
    const place = { context, transport }
    try {
      if (flags.paginate === true) return await printPages(place, request.address)
      await print(place, await send(place, request))
    } finally {
      await transport.close()
    }
  },
})

interface Place {
  readonly context: CommandContext
  readonly transport: Transport
}

interface ApiRequest {
  readonly method: string
  readonly address: string
  readonly body: string | undefined
}

/** Throws `CommandFailure` where there is no answer at all. */
async function send({ context, transport }: Place, request: ApiRequest): Promise<Response> {
  const headers = {
    'new-api-user': String(transport.userId),
    'accept-language': context.language,
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    return await transport.send({ ...request, headers })
  } catch (cause) {
    throw unreachable(transport.place, cause)
  }
}

/** As it came; JSON laid out for reading. What is refused is printed as well. */
async function print({ context }: Place, response: Response): Promise<void> {
  const { output } = context
  if (!isJson(response)) {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      output.write(decoder.decode(piece, { stream: true }))
    }
    if (response.ok) return
    throw refusal(context.language, response, {})
  }
  const body: unknown = await response.json()
  output.write((output.mode.printer ?? JSON_PRINTER).value(body))
  if (!isSuccess(response, body)) throw refusal(context.language, response, body)
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') === true

const isSuccess = ({ ok }: Response, body: unknown) =>
  ok && !(isRecord(body) && body.success === false)

/** The most that lists give at once. */
const PAGE_SIZE = '100'

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** From 1; nothing for a list without pages. */
  readonly page: number | undefined
  readonly total: number
}

/** Page by page, so that a long list is not held in memory unless jq is to see all of it. */
async function printPages(place: Place, address: string): Promise<void> {
  const { output } = place.context
  const printer = output.mode.printer ?? JSON_PRINTER
  let fields: readonly string[] = []
  let count = 0
  let waiting: Page['items'][number][] = []
  const write = () => {
    if (waiting.length > 0) output.write(printer.some(waiting, fields, count))
    count += waiting.length
    waiting = []
  }
  for await (const item of itemsOf(place, address)) {
    if (count + waiting.length === 0) fields = Object.keys(item)
    waiting.push(item)
    if (waiting.length >= Number(PAGE_SIZE) && printer.needsAll !== true) write()
  }
  write()
  output.write(printer.end(count, fields))
}

async function* itemsOf(place: Place, address: string) {
  const first = await page(place, withPage(address, undefined))
  yield* first.items
  let [seen, count] = [first.page, first.items.length]
  for (let requested = 1; seen !== undefined && count < first.total; requested += 1) {
    const next = await page(place, withPage(address, requested))
    // Some lists count their pages from 0, others from 1: theirs is the page that came first.
    if (next.page === seen && requested === 1) continue
    if (next.page === seen || next.items.length === 0) return
    yield* next.items
    seen = next.page
    count += next.items.length
  }
}

/** `undefined` for the first page, whichever number it has. */
function withPage(address: string, page: number | undefined): string {
  const [path = '', query = ''] = address.split('?', 2)
  const search = new URLSearchParams(query)
  search.delete('p')
  if (page !== undefined) search.set('p', String(page))
  if (!search.has('page_size') && !search.has('size')) search.set('page_size', PAGE_SIZE)
  return `${path}?${search}`
}

async function page(place: Place, address: string): Promise<Page> {
  const response = await send(place, { method: 'GET', address, body: undefined })
  const body: unknown = isJson(response) ? await response.json() : {}
  if (!isSuccess(response, body)) throw refusal(place.context.language, response, body)
  const envelope = isRecord(body) ? body : {}
  const { items, total, page: number } = isRecord(envelope.data) ? envelope.data : envelope
  const rows = items ?? envelope.data
  if (!Array.isArray(rows)) throw new UsageError('--paginate goes with lists; this is none')
  return {
    items: rows.map((row) => (isRecord(row) ? row : { value: row })),
    page: typeof number === 'number' ? number : undefined,
    total: typeof total === 'number' ? total : rows.length,
  }
}
