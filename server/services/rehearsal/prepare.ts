/** Makes a copy harmless and gives it the users that a rehearsal calls as. */
import { bookmark, makeHarmless } from '../../../db/tables/rehearsal'
import { modelKind } from '../../domain/calls/model-calls'
import { DEFAULT_CHANNEL_TYPE } from '../../domain/channel-types'
import { recordOf } from '../../domain/json/records'
import { monitoringOptions } from '../../domain/options/monitoring'
import { quotaOptions } from '../../domain/options/quota'
import { ratioOptions } from '../../domain/options/ratios'
import { routingOptions } from '../../domain/options/routing'
import { sensitiveWordOptions } from '../../domain/options/sensitive-words'
import { vendorOptions } from '../../domain/options/vendors'
import { priceFor } from '../../domain/prices/lookup'
import { ALPHANUMERIC } from '../../random'
import { callableRoutes } from '../callable-models'
import { CHANNEL_KEY_PURPOSE } from '../channels/view'
import { verifyLedger } from '../ledger/verify'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import type { Actor, ServiceDeps } from '../service-deps'
import { createTokens } from '../tokens/create'
import { createUser } from '../users/create'
import type { Start } from './books'

/** 2,000 dollars each: nobody is refused for want of it. */
const PLENTY = 1_000_000_000

/** What decides about routes and money, and nothing that reaches anybody. */
const KEPT_OPTIONS = [
  ...Object.keys({
    ...ratioOptions,
    ...quotaOptions,
    ...routingOptions,
    ...monitoringOptions,
    ...sensitiveWordOptions,
    ...vendorOptions,
  }),
  'SelfUseModeEnabled',
]

/** Settings of a channel that decide about money and time, and hold no address. */
const KEPT_SETTINGS = ['cut_policy', 'cost_ratio', 'first_byte_seconds', 'idle_seconds']

export interface Caller {
  readonly group: string
  /** Full key of a token. */
  readonly key: string
  /** Models that its group can call. */
  readonly models: readonly [string, ...string[]]
}

export interface Stage {
  readonly callers: readonly Caller[]
  readonly start: Start
}

/** `callers` is empty where no group has a chat model with a price and an enabled channel. */
export async function prepareRehearsal(
  deps: ServiceDeps,
  actor: Actor,
  target: { readonly address: string; readonly clients: number },
): Promise<Stage> {
  const { db, sealer } = deps
  // Before types are made equal: what a model can be called for is a fact of its own vendor.
  const offers = await offersOf(deps)
  await makeHarmless(db, {
    address: target.address,
    // Whose wire format the faulty provider speaks.
    type: DEFAULT_CHANNEL_TYPE,
    options: KEPT_OPTIONS,
    setting: harmlessSetting,
    key: (name) => {
      const text = `sk-rehearsal-${name}`
      return { sealed: sealer.seal(text, CHANNEL_KEY_PURPOSE), hash: sealer.keyedHash(text) }
    },
  })
  const callers: Caller[] = []
  for (let index = 0; index < target.clients; index += 1) {
    const offer = offers[index % offers.length]
    if (offer !== undefined) callers.push(await enrol(deps, actor, offer))
  }
  const differences = await verifyLedger(deps)
  return { callers, start: { bookmark: await bookmark(db), differences } }
}

function harmlessSetting(text: string): string {
  const entries = Object.entries(recordOf(text)).filter(([name]) => KEPT_SETTINGS.includes(name))
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
}

type Offer = Omit<Caller, 'key'>

/** Chat models with a price, by group. */
async function offersOf(deps: ServiceDeps): Promise<readonly Offer[]> {
  const options = await optionValues(deps.db.reader)
  const tables = priceTablesOf(options)
  const { SelfUseModeEnabled: selfUse } = options
  const hasPrice = (model: string) =>
    priceFor({ model, groupRatio: 1, tables, selfUse, acceptsUnset: false }) !== undefined
  const routes = await callableRoutes(deps.db.lists, 'all', 'chat')
  const usable = routes.filter(
    ({ group, model }) =>
      Object.hasOwn(options.GroupRatio, group) && modelKind(model) === 'chat' && hasPrice(model),
  )
  return [...Map.groupBy(usable, ({ group }) => group)].flatMap(([group, rows]) => {
    const [first, ...rest] = new Set(rows.map(({ model }) => model))
    return first === undefined ? [] : [{ group, models: [first, ...rest] as const }]
  })
}

async function enrol(deps: ServiceDeps, actor: Actor, offer: Offer): Promise<Caller> {
  const { random } = deps
  const { group } = offer
  const { id } = await createUser(deps, actor, {
    username: `rh${random.text(10, ALPHANUMERIC)}`,
    password: random.text(20, ALPHANUMERIC),
    quota: PLENTY,
    group,
  })
  const made = { user_id: id, name: 'rehearsal', unlimited_quota: true }
  const [token] = await createTokens(deps, actor, made)
  if (token === undefined) throw new Error('no token was created')
  return { ...offer, key: `sk-${token.key}` }
}
