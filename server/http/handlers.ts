/** Handlers of the management API, one per contract row; the compiler demands each. */
import type { Static, TObject } from '@sinclair/typebox'
import type { Access, Endpoint } from '../domain/endpoints/endpoint'
import type { Language } from '../domain/i18n/translate'
import type { OptionValues } from '../domain/options'
import type { Services } from '../services/create-services'
import type { Actor } from '../services/service-deps'
import type { Viewer } from '../services/sessions/identify'
import type { ProcessFacts } from '../services/site/status'
import type { Reply } from './envelope'
import type { InnerReads } from './read-stream'

/** One request that has passed every guard. */
export interface Call<Params = object, Query = object, Body = object, Who = Viewer | undefined> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly services: Services
  /** Under whose name changes are recorded. */
  readonly actor: Actor
  /** Whoever is logged in; on anonymous calls perhaps nobody. */
  readonly viewer: Who
  readonly language: Language
  readonly request: Request
  /** Address of the client. */
  readonly ip: string
  readonly userAgent: string
  /** Id of the session in the cookie, valid or not. */
  readonly sessionId: string | undefined
  /** Where people reach this server: the option, or the address of this request. */
  readonly publicAddress: string
  /** What the option says alone; "" for nothing. */
  readonly siteAddress: string
  readonly program: ProcessFacts
  /** In force; secrets as stored. */
  readonly options: OptionValues
  /** Other reads by the same caller. */
  readonly reads: InnerReads
}

type WhoOf<Role extends Access> = Role extends 'anonymous' ? Viewer | undefined : Viewer

type Shown<T> = T extends object ? { readonly [Key in keyof T]: Shown<T[Key]> } : T

// biome-ignore lint/suspicious/noConfusingVoidType: it is what a handler that just ends returns.
type Silence<Answer> = [Answer] extends [undefined] ? void : never

type Result<Answer> = Shown<Answer> | Reply<Shown<Answer>> | Response | Silence<Answer>

type FieldsOf<Schema extends TObject | undefined> = Static<NonNullable<Schema>>

type HandlerOf<Row extends Endpoint> = (
  call: Call<
    FieldsOf<Row['params']>,
    FieldsOf<Row['query']>,
    FieldsOf<Row['body']>,
    WhoOf<Row['role']>
  >,
) => Promise<Result<Static<Row['data']>>>

export type Handlers<Rows extends readonly Endpoint[]> = {
  readonly [Id in Rows[number]['id']]: HandlerOf<Extract<Rows[number], { readonly id: Id }>>
}

/** A contract row with what answers it. */
export interface Route {
  readonly endpoint: Endpoint
  // A method, so that handlers of every shape of call fit one list; `mount` reads each call
  // by the row's own schemas before it gets here.
  run(call: Call): Promise<unknown>
}

export function handlers<const Rows extends readonly Endpoint[]>(
  rows: Rows,
  byId: Handlers<Rows>,
): readonly Route[] {
  const given: object = byId
  const found = new Map<string, Route['run']>(Object.entries(given))
  return rows.map((endpoint) => {
    const run = found.get(endpoint.id)
    if (run === undefined) throw new Error(`no handler for ${endpoint.id}`)
    return { endpoint, run }
  })
}
