/** Which limits a call is under, and what its caller reads when one of them stops it. */
import type { LimitedOutcome, LimitedTokens } from '../../../domain/ledger/orders'
import { isEstimated, isOfRunning } from '../../../domain/limits/kinds'
import { isRate, type Limit, type LimitIndex } from '../../../domain/limits/limit'
import { LimitError } from '../../../domain/limits/limit-error'
import { formatFineQuota } from '../../../domain/money/quota'
import type { Directory, RelayChannel } from '../../ports/ports'
import type { TokenHolders } from '../../ports/token-record'
import type { CallFacts } from '../call-facts'

export type Limiting = Pick<Directory, 'limits' | 'settings'>

type Payer = Pick<CallFacts, 'user' | 'token' | 'group'>

/** Whose limits are meant. */
interface PayerIds {
  readonly user: { readonly id: number }
  readonly token: ({ readonly id: number } & TokenHolders) | undefined
  readonly group: string
}

/**
 * Of token, user and group, and of member and project in an organisation; `undefined` for callers
 * without limits, which costs a look.
 */
export function accountLimits(
  { limits }: Pick<Limiting, 'limits'>,
  { user, token, group }: PayerIds,
): readonly Limit[] | undefined {
  const index = limits()
  if (index === undefined) return undefined
  const ofToken = token && joined(index.of('token', token.id), ofHolders(index, token))
  return joined(joined(ofToken, index.of('user', user.id)), index.of('group', group))
}

function ofHolders(
  index: LimitIndex,
  { memberId, projectId }: TokenHolders,
): readonly Limit[] | undefined {
  if (memberId === 0 && projectId === 0) return undefined
  return joined(index.of('member', memberId), index.of('project', projectId))
}

export function channelLimits(
  { limits }: Pick<Limiting, 'limits'>,
  channel: Pick<RelayChannel, 'id'> | undefined,
): readonly Limit[] | undefined {
  return channel && limits()?.of('channel', channel.id)
}

export function joined(
  one: readonly Limit[] | undefined,
  other: readonly Limit[] | undefined,
): readonly Limit[] | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return [...one, ...other]
}

/** Of the answers on a socket, which has the place for all of them. */
export function withoutPlaces(limits: readonly Limit[] | undefined): readonly Limit[] | undefined {
  const counted = limits?.filter(({ kind }) => !isOfRunning(kind))
  return counted?.length === 0 ? undefined : counted
}

/** A drawing, a song or a film is one request, and runs until it is there or has failed. */
export function jobLimits(
  directory: Pick<Limiting, 'limits'>,
  payer: PayerIds,
  channel: Pick<RelayChannel, 'id'> | undefined,
): readonly Limit[] | undefined {
  return joined(accountLimits(directory, payer), channelLimits(directory, channel))
}

/**
 * What waits in a queue of the upstream's, for a day at times, is one request as well. It would
 * keep a place from every other call all day, and its upstream chooses when it reads the rest.
 */
export function queuedLimits(...order: Parameters<typeof jobLimits>): readonly Limit[] | undefined {
  const limits = withoutPlaces(jobLimits(...order))
  const counted = limits?.filter((limit) => !isEstimated(limit.kind) || !isRate(limit))
  return counted?.length === 0 ? undefined : counted
}

interface EstimatedTokens {
  readonly promptTokens: number
  readonly outputTokens: number
}

/** What an order says of limits: nothing where there are none. */
export function limitedTokens(
  limits: readonly Limit[] | undefined,
  estimate: EstimatedTokens,
): { readonly limited?: LimitedTokens } {
  return limits === undefined ? {} : { limited: { limits, ...expectedTokens(estimate) } }
}

/** Tokens that a call wants, and the fewest that will do. */
export function expectedTokens({ promptTokens, outputTokens }: EstimatedTokens) {
  const [prompt, output] = [Math.ceil(promptTokens), Math.ceil(outputTokens)]
  return { tokens: prompt + output, leastTokens: prompt + Math.min(1, output) }
}

/** `limit.reached` or `limit.spent`. */
export function limitError(
  { settings }: Pick<Limiting, 'settings'>,
  payer: Payer,
  { outcome, nowMs }: { readonly outcome: LimitedOutcome; readonly nowMs: number },
): LimitError {
  const { quotaPerUnit, displayInCurrency } = settings()
  return new LimitError(outcome, {
    name: nameOf(outcome.limit, payer),
    nowMs,
    money: (credits) => formatFineQuota(credits, quotaPerUnit, displayInCurrency),
  })
}

function nameOf({ subject, key, plan }: Limit, { user, token }: Payer): string {
  if (plan !== undefined) return plan
  switch (subject) {
    case 'token':
      return token?.name ?? key
    case 'member':
      return token?.memberName ?? key
    case 'project':
      return token?.projectName ?? key
    case 'user':
      return user.username
    case 'group':
    case 'channel':
      return key
  }
}
