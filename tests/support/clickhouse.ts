/**
 * A stand-in for ClickHouse's HTTP interface. It takes the statements of the program and refuses
 * every other, and answers them out of SQLite; `GW_TEST_CLICKHOUSE_URL` names a real one that
 * answers instead, behind the same checks.
 */
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'

export type Fault = 'down' | 'lost answer' | 'half' | 'forgetful' | 'silent' | undefined

const REAL = process.env.GW_TEST_CLICKHOUSE_URL ?? ''
const USER = 'writer'
const PASSWORD = 's ecret'

const COLUMN = "`\\w+` [\\w()']+"
const CREATE = new RegExp(
  [
    `^CREATE TABLE IF NOT EXISTS gw_logs \\((?<columns>${COLUMN}(?:, ${COLUMN})*),`,
    'INDEX request_id request_id TYPE bloom_filter GRANULARITY 1\\)',
    'ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM\\(created_at\\)',
    'ORDER BY \\(user_id, created_at, id\\)',
    'SETTINGS non_replicated_deduplication_window = 1000$',
  ].join(' '),
)
const INSERT = 'INSERT INTO gw_logs FORMAT JSONEachRow'
const ERASE = [
  'ALTER TABLE gw_logs UPDATE username = {pseudonym:String},',
  "token_name = '', ip = '', session = '', tags = ''",
  'WHERE user_id = {user:UInt64} AND username <> {pseudonym:String}',
].join(' ')
const SOURCE = /\(select (?:(?:`\w+`|to\w+\(`\w+`\)) as `\w+`(?:, )?)+ from gw_logs final\)/g
const PROOF = new RegExp(
  [
    '^select count\\(\\) as rows,',
    'toString\\(sum\\(xxHash64\\(concat\\((?<texts>.*)\\)\\)\\)\\) as checksum',
    'from \\(source\\) where created_at >= {from:UInt32} and created_at < {before:UInt32}',
    'and id > {after:UInt64} and id <= {upto:UInt64} format TSV$',
  ].join(' '),
)
const PLACE = /\{(\w+):(UInt32|UInt64|Int64|Float64|String)\}/g
/** Constants of the program; values that people give are parameters. */
const CONSTANTS = new Set(['', 'user', 'token', 'model'])

type Row = Readonly<Record<string, string | number>>

export class StandIn implements AsyncDisposable {
  readonly refused: string[] = []
  readonly credentials = new Set<string>()
  readonly tokens: string[] = []
  /** Of reads, as they were asked. */
  readonly asked: string[] = []
  /** However they ended. */
  requests = 0
  fault: Fault
  readonly #database = `t${Bun.randomUUIDv7().replaceAll('-', '')}`
  readonly #rows = new Database(':memory:')
  readonly #server = Bun.serve({ port: 0, fetch: (request) => this.#answer(request) })
  readonly #end = Promise.withResolvers<void>()
  #columns: readonly string[] = []

  get address(): string {
    return `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#server.port}/logs`
  }

  /** Those that stand there twice are counted once and twice. */
  async counts(): Promise<{ readonly stored: number; readonly rows: number }> {
    const [stored] = await this.#ask('select count(*) as n from gw_logs')
    const [rows] = await this.#ask(
      `select count(*) as n from ${REAL === '' ? 'final' : 'gw_logs final'}`,
    )
    return { stored: Number(stored?.n), rows: Number(rows?.n) }
  }

  /** Each once. */
  async rows(condition: string): Promise<readonly Row[]> {
    return await this.#ask(
      `select * from ${REAL === '' ? 'final' : 'gw_logs final'} where ${condition} order by id`,
    )
  }

  /** Somebody else's doing. */
  async change(statement: { readonly sqlite: string; readonly clickhouse: string }): Promise<void> {
    await this.#ask(REAL === '' ? statement.sqlite : statement.clickhouse)
  }

  async #ask(sql: string): Promise<readonly Row[]> {
    if (REAL === '') return this.#rows.query<Row, []>(sql).all()
    const settings = { default_format: 'JSON', output_format_json_quote_64bit_integers: '0' }
    const answer = await this.#forward(new URLSearchParams(settings), sql)
    const text = await answer.text()
    return text === '' ? [] : JSON.parse(text).data
  }

  async #answer(request: Request): Promise<Response> {
    const { searchParams: asked } = new URL(request.url)
    const body = await request.text()
    this.requests += 1
    const { headers } = request
    this.credentials.add(`${headers.get('x-clickhouse-user')} ${headers.get('x-clickhouse-key')}`)
    if (asked.get('database') !== 'logs') return this.#refuse(`no database: ${request.url}`)
    if (this.fault === 'silent') await this.#end.promise
    if (this.fault === 'down') return new Response('Code: 999. Not now', { status: 500 })
    const query = asked.get('query')
    if (query === INSERT) return await this.#insert(asked, body)
    if (query !== null) return await this.#create(asked, query)
    return await this.#read(asked, body)
  }

  async #create(asked: URLSearchParams, query: string): Promise<Response> {
    const columns = CREATE.exec(query)?.groups?.columns
    if (columns === undefined) return this.#refuse(query)
    if (REAL !== '') return await this.#forward(asked, '')
    if (this.#columns.length > 0) return new Response('')
    this.#columns = [...columns.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    const names = this.#columns.map((name) => `\`${name}\``).join(', ')
    this.#rows.run(`create table gw_logs (${names})`)
    this.#rows.run(`create view final as select ${names} from gw_logs where rowid in
      (select max(rowid) from gw_logs group by user_id, created_at, id)`)
    return new Response('')
  }

  async #insert(asked: URLSearchParams, body: string): Promise<Response> {
    const token = asked.get('insert_deduplication_token') ?? ''
    const lines = body.split('\n')
    const { fault } = this
    if (fault !== undefined) this.fault = fault === 'forgetful' ? fault : undefined
    const kept = fault === 'half' ? lines.slice(lines.length / 2) : lines
    if (fault === 'forgetful') asked.set('insert_deduplication_token', Bun.randomUUIDv7())
    if (REAL !== '') await this.#forward(asked, kept.join('\n'))
    else if (fault === 'forgetful' || !this.tokens.includes(token)) this.#keep(kept)
    if (!this.tokens.includes(token)) this.tokens.push(token)
    if (fault === undefined || fault === 'forgetful') return new Response('')
    return new Response('the connection broke here', { status: 502 })
  }

  #keep(lines: readonly string[]): void {
    const places = this.#columns.map((name) => `$${name}`).join(', ')
    const insert = this.#rows.query(`insert into gw_logs values (${places})`)
    this.#rows.transaction(() => {
      for (const line of lines) {
        const row: Row = JSON.parse(line)
        insert.run(Object.fromEntries(this.#columns.map((name) => [`$${name}`, row[name] ?? ''])))
      }
    })()
  }

  async #read(asked: URLSearchParams, query: string): Promise<Response> {
    const problem = problemOf(asked, query)
    if (problem !== undefined) return this.#refuse(`${problem}: ${query}`)
    this.asked.push(query)
    if (REAL !== '') return await this.#forward(asked, query)
    if (this.#columns.length === 0) return this.#refuse('no table yet')
    const parameters = Object.fromEntries(
      [...query.matchAll(PLACE)].map(([, name = '', type = '']) => {
        const value = unescaped(asked.get(`param_${name}`) ?? '')
        return [`$${name}`, type === 'String' ? value : Number(value)]
      }),
    )
    if (query === ERASE) {
      this.#rows
        .query(
          query.replace('ALTER TABLE gw_logs UPDATE', 'update gw_logs set').replace(PLACE, '$$$1'),
        )
        .run(parameters)
      return new Response('')
    }
    const proof = PROOF.exec(query.replace(SOURCE, '(source)'))?.groups?.texts
    if (proof !== undefined) return new Response(this.#proof(proof, parameters))
    const sql = query
      .replace(SOURCE, '(select * from final)')
      .replace(/like lower\(\{(\w+):String\}\)/g, `like lower({$1:String}) escape '\\'`)
      .replace(PLACE, '$$$1')
    return Response.json({ data: this.#rows.query(sql).all(parameters) })
  }

  #proof(concat: string, parameters: Readonly<Record<string, string | number>>): string {
    const names = [...concat.matchAll(/toString\(`(\w+)`/g)].map(([, name = '']) => name)
    expect([...names].sort()).toEqual([...this.#columns].sort())
    const rows = this.#rows
      .query<Row, [Record<string, string | number>]>(
        `select * from final where created_at >= $from and created_at < $before
          and id > $after and id <= $upto`,
      )
      .all(parameters)
    const sum = rows.reduce(
      (total, row) => total + Bun.hash.xxHash64(names.map((name) => row[name]).join('\x1f')),
      0n,
    )
    return `${rows.length}\t${BigInt.asUintN(64, sum)}\n`
  }

  async #forward(asked: URLSearchParams, body: string): Promise<Response> {
    const target = new URL(REAL)
    for (const [name, value] of asked) target.searchParams.set(name, value)
    target.searchParams.set('database', this.#database)
    const answer = await fetch(target, { method: 'POST', body })
    if (!answer.ok) this.refused.push(await answer.clone().text())
    return answer
  }

  #refuse(what: string): Response {
    this.refused.push(what)
    return new Response('Code: 62. Syntax error', { status: 400 })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.resolve()
    await this.#server.stop(true)
    this.#rows.close()
  }
}

/** Why a statement is none of the program's; `undefined` for one that is. */
function problemOf(asked: URLSearchParams, query: string): string | undefined {
  const named = [...query.matchAll(PLACE)].map(([, name]) => `param_${name}`)
  const given = [...asked.keys()].filter((name) => name.startsWith('param_'))
  if (query === ERASE) return asked.get('mutations_sync') === '1' ? undefined : 'not waited for'
  const rest = query.replace(SOURCE, '(source)')
  if (/gw_logs|;|--/.test(rest)) return 'another table, or another statement'
  if (!/^(?:select|with) /.test(rest) || !rest.includes('(source)')) return 'no read of the log'
  if (new Set(named).size !== given.length || !named.every((name) => asked.has(name))) {
    return 'parameters and places differ'
  }
  if (PROOF.test(rest)) return undefined
  const quoted = [...rest.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  if (!quoted.every((text) => CONSTANTS.has(text))) return 'a value in the statement'
  const limits = ['max_execution_time', 'max_result_rows'].every((name) => asked.has(name))
  if (!limits || asked.get('readonly') !== '2') return 'no limits'
  return asked.get('default_format') === 'JSON' ? undefined : 'another format'
}

function unescaped(value: string): string {
  const letters: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '0': '\0' }
  return value.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter)
}
