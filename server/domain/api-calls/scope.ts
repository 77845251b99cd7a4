/** Which scope every call of the management API needs. */
import type { Resource, Scope } from '../accounts/scopes'
import type { EndpointRow } from '../endpoints'
import type { Endpoint } from '../endpoints/endpoint'

type NounOf<Id> = Id extends `${infer Noun}.${string}` ? Noun : never
type Noun = NounOf<EndpointRow['id']>

/** `undefined`: its calls are made of others, each of which needs its own. */
const RESOURCE_OF: Readonly<Record<Noun, Resource | undefined>> = {
  access_token: 'account',
  account: 'account',
  alert: 'notice',
  audit: 'audit',
  bill: 'price',
  channel: 'channel',
  chart: 'log',
  contact_point: 'notice',
  command: undefined,
  dashboard: 'log',
  device_login: 'account',
  document: undefined,
  drawing: 'job',
  finance: 'billing',
  group: 'user',
  identity_provider: 'option',
  incident: 'notice',
  invitation: 'account',
  invoice: 'billing',
  limit: 'limit',
  live: 'log',
  log: 'log',
  member: 'account',
  model: 'channel',
  node: 'node',
  notice: 'notice',
  oauth: 'account',
  option: 'option',
  organisation: 'account',
  overview: 'log',
  passkey: 'account',
  payment: 'billing',
  price: 'price',
  price_change: 'price',
  price_review: 'price',
  price_source: 'price',
  plan: 'billing',
  pricing: 'price',
  project: 'account',
  promo_code: 'billing',
  read: undefined,
  receipt: 'log',
  redemption: 'billing',
  role: 'user',
  route: 'channel',
  second_factor: 'account',
  session: 'account',
  stats: 'log',
  status: 'option',
  subscription: 'billing',
  status_page: 'option',
  task: 'job',
  token: 'token',
  upstream_model: 'channel',
  usage: 'log',
  user: 'user',
}

/** Of a noun of the management API; `undefined` for any other, too. */
export function resourceOf(noun: string): Resource | undefined {
  return RESOURCES_BY_NOUN.get(noun)
}

const RESOURCES_BY_NOUN = new Map<string, Resource | undefined>(Object.entries(RESOURCE_OF))

type Scoped = Pick<Endpoint, 'id' | 'method' | 'role' | 'changes' | 'reads' | 'resource'>

/** `undefined` for calls that anybody may make, and for those made of others. */
export function scopeOf(endpoint: Scoped): Scope | undefined {
  const { id, method, role, changes, reads, resource } = endpoint
  const [noun = ''] = id.split('.')
  const of = resource ?? resourceOf(noun)
  if (role === 'anonymous' || of === undefined) return undefined
  const isRead = reads === true || (method === 'GET' && changes !== true)
  return `${of}:${isRead ? 'read' : 'write'}`
}
