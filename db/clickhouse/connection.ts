/** One ClickHouse server, by its HTTP interface. */

/** Of one write; ten thousand rows take a fraction of it. */
const WRITE_TIMEOUT_MS = 60_000
const SHOWN_CHARACTERS = 300

export interface Statement {
  readonly query: string
  /** By the names that stand in the query as `{name:Type}`; ClickHouse reads them, not we. */
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly settings?: Readonly<Record<string, string>>
  /** What an insert has to insert. */
  readonly body?: string
  /** A minute when absent. */
  readonly timeoutMs?: number
}

/** Resolves with what it answers; rejects with what it says instead. */
export type AskClickHouse = (statement: Statement) => Promise<string>

/** `http(s)://USER:PASSWORD@HOST:8123/DATABASE`. */
export function connection(address: string): AskClickHouse {
  const { url, headers } = placeOf(address)
  return async ({ query, parameters = {}, settings = {}, body, timeoutMs = WRITE_TIMEOUT_MS }) => {
    const target = new URL(url)
    // A query is in the address where the body has rows.
    if (body !== undefined) target.searchParams.set('query', query)
    for (const [name, value] of Object.entries(settings)) target.searchParams.set(name, value)
    for (const [name, value] of Object.entries(parameters)) {
      target.searchParams.set(`param_${name}`, escaped(value))
    }
    const answer = await fetch(target, {
      method: 'POST',
      headers,
      body: body ?? query,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const said = await answer.text()
    if (answer.ok) return said
    throw new Error(`ClickHouse ${answer.status}: ${said.slice(0, SHOWN_CHARACTERS)}`)
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
}

/** Values of parameters are read as a field of its tab separated format is. */
function escaped(value: string | number): string {
  return String(value).replace(/[\\\t\n\r\0]/g, (letter) => ESCAPES[letter] ?? letter)
}

/** Name and password go in headers, which no log of an address shows. */
function placeOf(address: string) {
  const url = new URL(address)
  const { username, password, pathname } = url
  const database = decodeURIComponent(pathname.slice(1))
  url.username = ''
  url.password = ''
  url.pathname = '/'
  if (database !== '') url.searchParams.set('database', database)
  const headers = {
    ...(username !== '' && { 'x-clickhouse-user': decodeURIComponent(username) }),
    ...(password !== '' && { 'x-clickhouse-key': decodeURIComponent(password) }),
  }
  return { url: url.href, headers }
}
