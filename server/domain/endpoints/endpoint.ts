/**
 * Contract rows of the management API: pure facts, read by the server (routes, guards,
 * validation), by front ends (types), by the API document and by the permission matrix.
 */

import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { MemberAccess } from '../accounts/membership'
import type { Resource } from '../accounts/scopes'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Least role that may call; `anonymous` needs nobody to be logged in. */
export type Access = 'anonymous' | 'user' | 'admin' | 'root'

type NoFields = TObject<Record<never, never>>

export type BareContent =
  | 'application/atom+xml'
  | 'application/json'
  | 'application/pdf'
  | 'application/rss+xml'
  | 'application/x-ndjson'
  | 'image/svg+xml'
  | 'text/css'
  | 'text/csv'
  | 'text/event-stream'
  | 'text/html'
  | 'text/javascript'
  | 'text/plain'

interface EndpointFacts<Role extends Access> {
  readonly method: Method
  /** `:name` stands for a parameter. Both forms, with and without a last slash, are served. */
  readonly path: `/api/${string}` | `/status/${string}`
  readonly role: Role
  /** Access tokens are refused. */
  readonly session?: 'required'
  /**
   * `fresh`: whoever has a second factor has proved it within 15 minutes. `not_asked`: works for
   * whoever has none although the settings ask for one.
   */
  readonly secondFactor?: 'fresh' | 'not_asked'
  /** Works for whoever is signed in and has not accepted the terms in force. */
  readonly terms?: 'not_asked'
  /**
   * Which members may make the call on behalf of an organisation; without it the call concerns
   * people only. Those who see only their own tokens get what they may see.
   */
  readonly organisation?: MemberAccess
  /** The call concerns organisations only. */
  readonly needsOrganisation?: true
  /** For full-page navigations, which cannot carry the header New-Api-User. */
  readonly userHeader?: 'optional'
  /**
   * `critical`: besides the limit of all calls, the narrow one of the doors to the house. `page`:
   * what every page reads before anybody is logged in, counted apart and generously.
   */
  readonly limit?: 'critical' | 'page'
  /** Critical attempts that a success gives back: its own, and the one that led to it. */
  readonly successGivesBack?: 1 | 2
  /** Browsers that have logged in before are not counted with their neighbours. */
  readonly knownBrowsers?: 'apart'
  /** Rewards are given by it, which operators may bound by browser. */
  readonly marksBrowser?: true
  /** Reads what may take long: one caller has few of them under way at once. */
  readonly heavy?: true
  /** Reports what happens now: streams that follow it read it every second, from the start. */
  readonly isLive?: true
  /** Seldom changes and holds no secret: browsers cache it and revalidate it by its ETag. */
  readonly isCacheable?: true
  /** The query carries `turnstile` when the operator has switched the bot check on. */
  readonly botCheck?: true
  /** A GET that changes something, kept for older front ends. */
  readonly changes?: true
  /** Changes nothing although it is no GET. */
  readonly reads?: true
  /** Where it is not the one that its noun stands for. */
  readonly resource?: Resource
  /** Works on a demonstration site although it is a write. */
  readonly demo?: 'allowed'
  /** What it answers instead of the envelope. */
  readonly bare?: BareContent
  /** The body may come as a form, as other services send theirs. */
  readonly takesForm?: true
  /** One English sentence. */
  readonly summary: string
}

export interface Endpoint<
  Id extends string = string,
  Role extends Access = Access,
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Answer extends TSchema = TSchema,
> extends EndpointFacts<Role> {
  /** `noun.verb`. */
  readonly id: Id
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** What `data` of the envelope holds; `Nothing` for answers without. */
  readonly data: Answer
  /** An example of `data`. */
  readonly example: Static<Answer>
}

export function endpoint<
  const Id extends string,
  const Role extends Access,
  Params extends TObject = NoFields,
  Query extends TObject = NoFields,
  Body extends TObject = NoFields,
  Answer extends TSchema = TSchema,
>(
  row: Endpoint<Id, Role, Params, Query, Body, Answer>,
): Endpoint<Id, Role, Params, Query, Body, Answer> {
  return row
}

/** One of the words. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return Type.Union(names.map((name) => Type.Literal(name)))
}

/** The answer has no `data`. */
export const Nothing = Type.Undefined()

/** `:id` of a path. */
export const IdParams = Type.Object({ id: Type.Integer({ minimum: 0 }) })

/** Lists whose `data` is an object; `p` counts from 1, and 0 is the first page too. */
export const PageQuery = Type.Object({
  p: Type.Optional(Type.Integer()),
  page_size: Type.Optional(Type.Integer()),
})

/** `data` of lists that know their length. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  })
}

/** Text that front ends may leave out or send as null. */
export const OptionalText = Type.Optional(Type.String())
export const OptionalInteger = Type.Optional(Type.Integer())
export const OptionalFlag = Type.Optional(Type.Boolean())

/** Lists that come in the requested order; without `order` the largest is first. */
export function sortedBy<const Name extends string>(names: readonly Name[]) {
  return Type.Object({
    sort: Type.Optional(Type.Union(names.map((name) => Type.Literal(name)))),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  })
}
