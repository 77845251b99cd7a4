/**
 * Another model in the place of the requested one, when none of its channels answers. It
 * is a try of the same request: counted with the others, priced as the model that answers, and
 * never begun when the accounts do not hold what that may cost.
 */

import { chargeFor } from '../../../domain/money/quota'
import { usage } from '../../../domain/money/usage'
import { OPERATION_ROWS } from '../../formats/operations'
import type { Directory, RelayChannel } from '../../ports/ports'
import { holdMore } from '../billing/hold-more'
import type { Call } from '../call'
import type { CallFacts } from '../call-facts'
import type { Query } from '../query/query'
import type { Relay } from '../relay'
import { nextChannel, type RoutePorts } from './next-channel'

/** Whether the request, whose failure may be tried again, has a model to fall back to. */
export function hasFallback({ directory }: RoutePorts, { facts, fallbackOf }: Call): boolean {
  const { fallbacks } = directory.settings()
  if (fallbacks === undefined || !canBeRenamed(facts)) return false
  return Object.hasOwn(fallbacks, fallbackOf ?? facts.query.model)
}

/** A body that goes as it came says the name of the first model. */
function canBeRenamed({ passesThrough, query }: Pick<CallFacts, 'passesThrough' | 'query'>) {
  return !passesThrough && query.form === undefined
}

type Asker = Pick<CallFacts, 'group' | 'token' | 'passesThrough'>

/** The query for the first model on the list that has a channel, when its own has none. */
export function servedQuery(directory: Directory, asker: Asker, query: Query): Query {
  const { fallbacks } = directory.settings()
  const names = fallbacks?.[query.model]
  const { group, token, passesThrough } = asker
  if (names === undefined || directory.abilities(group, query.model).length > 0) return query
  if (!canBeRenamed({ passesThrough, query })) return query
  const served = names.find(
    (name) =>
      token?.modelLimits?.has(name) !== false && directory.abilities(group, name).length > 0,
  )
  return served === undefined ? query : asking(query, served)
}

/** The channel that is tried for the next model on the list; `undefined` when none can be. */
export async function fallBack(relay: Relay, call: Call): Promise<RelayChannel | undefined> {
  const { route, directory } = relay
  const requested = call.fallbackOf ?? call.facts.query.model
  const names = directory.settings().fallbacks?.[requested] ?? []
  const before = call.facts
  const tried = [...call.triedSet]
  for (const model of names.slice(names.indexOf(before.query.model) + 1)) {
    const facts = factsFor(route, before, model)
    if (facts === undefined) continue
    call.facts = facts
    call.triedSet.clear()
    const channel = nextChannel(route, call, 0)
    if (channel !== undefined && (await holdMore(relay, call))) {
      call.fallbackOf = requested
      return channel
    }
    call.facts = before
  }
  for (const id of tried) call.triedSet.add(id)
  return undefined
}

/**
 * The channel that is tried for the model which a used-up plan names instead; `undefined` where
 * there is none. From then on the call is one of that model, in all but the name that is logged.
 */
export function cheaperChannel(
  { route }: Pick<Relay, 'route'>,
  call: Call,
  model: string,
): RelayChannel | undefined {
  const before = call.facts
  const facts = canBeRenamed(before) ? factsFor(route, before, model) : undefined
  if (facts === undefined) return undefined
  call.facts = facts
  call.triedSet.clear()
  const channel = nextChannel(route, call, 0)
  if (channel === undefined) {
    call.facts = before
    return undefined
  }
  call.cheaperThan = call.fallbackOf ?? before.query.model
  call.fallbackOf = undefined
  call.unmap()
  return channel
}

/** The call as if it had requested the model; `undefined` where its caller may not have it. */
function factsFor({ directory }: RoutePorts, facts: CallFacts, model: string) {
  const { token, user, group, query, operation } = facts
  if (token?.modelLimits?.has(model) === false) return undefined
  const found = directory.price(model, group, user)
  if (found === undefined) return undefined
  const price = OPERATION_ROWS[operation].priced?.(found, model) ?? found
  return { ...facts, price, query: asking(query, model) }
}

/** The body says another name, which has to be written over. */
function asking(query: Query, model: string): Query {
  const fields = new Set(query.fields)
  fields.delete('model')
  return { ...query, model, fields }
}

/** Whether one more try would cost more, in prompts, than one request may. */
export function isRetryBudgetUsedUp({ directory }: RoutePorts, call: Call): boolean {
  const { retryCreditLimit } = directory.settings()
  if (retryCreditLimit === 0) return false
  const prompt = chargeFor(usage({ promptTokens: call.promptTokens }), call.facts.price)
  return prompt * (call.tried.length + 1) > retryCreditLimit
}
