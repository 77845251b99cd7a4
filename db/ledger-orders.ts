/** The relay's orders of money as methods, whoever carries them out: this process, or another. */
import { GatewayError } from '../server/domain/errors/gateway-error'
import type {
  Charged,
  ExtendOrder,
  ExtendOutcome,
  HotOrder,
  MoveOrder,
  MoveOutcome,
  OrderOutcome,
  ReserveOrder,
  ReserveOutcome,
  SettleOrder,
} from '../server/domain/ledger/orders'
import type { LimitUsage } from '../server/domain/limits/limit'

export interface HotLedger {
  /** Holds credits for a call. Rejects with `overloaded` when too many orders wait. */
  readonly reserve: (order: ReserveOrder) => Promise<ReserveOutcome>
  /** Holds more for a call that goes on; whatever is available when that is less than requested. */
  readonly extend: (order: ExtendOrder) => Promise<ExtendOutcome>
  /** Counts what a call holds at another channel's limits instead of those of the last one. */
  readonly move: (order: MoveOrder) => Promise<MoveOutcome>
  /**
   * Charges a call and gives back the rest. One whose hold was given back meanwhile is charged
   * too, once; any other that is not open is left alone.
   */
  readonly settle: (order: SettleOrder) => Promise<void>
  /** Any of these; what it comes to is not looked at. */
  readonly order: (order: HotOrder) => Promise<OrderOutcome>
  /** Orders accepted and not yet committed. */
  readonly depth: () => number
  /** Resolves when nothing is pending. */
  readonly idle: () => Promise<void>
  /** Called after every commit with what the accounts it touched now hold. */
  readonly onBalance: (listener: BalanceListener) => void
  /** Called after every commit with how the limits stand that it named. */
  readonly onLimits: (listener: LimitListener) => void
  /** Called after every commit with what each settlement took, or could not take. */
  readonly onCharged: (listener: ChargeListener) => void
  /** Called after every commit of this process with how long it took. */
  readonly onCommit: (listener: CommitListener) => void
}

export type CommitListener = (tookMs: number) => void

export type ChargeListener = (charged: Charged) => void

export type LimitListener = (limits: readonly LimitUsage[]) => void

export interface UserState {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
}

export interface TokenState {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
}

export type BalanceListener = (users: readonly UserState[], tokens: readonly TokenState[]) => void

const LONGEST_QUEUE = 50_000

export abstract class LedgerOrders implements HotLedger {
  protected readonly balanceListeners: BalanceListener[] = []
  protected readonly limitListeners: LimitListener[] = []
  protected readonly chargeListeners: ChargeListener[] = []
  protected readonly commitListeners: CommitListener[] = []

  abstract order(order: HotOrder): Promise<OrderOutcome>
  abstract depth(): number
  abstract idle(): Promise<void>

  async reserve(order: ReserveOrder): Promise<ReserveOutcome> {
    assertCredits(order.amount, order.atLeast)
    // Settlements are never turned away: the call has happened and is owed.
    if (this.depth() >= LONGEST_QUEUE) throw new GatewayError('overloaded')
    const outcome = await this.order({ kind: 'reserve', order })
    switch (outcome.kind) {
      case 'reserved':
      case 'limited':
      case 'user_short':
      case 'token_short':
        return outcome
      default:
        throw new Error(`call ${order.callId} was reserved twice`)
    }
  }

  async extend(order: ExtendOrder): Promise<ExtendOutcome> {
    assertCredits(order.amount)
    const outcome = await this.order({ kind: 'extend', order })
    switch (outcome.kind) {
      case 'extended':
      case 'limited':
      case 'user_short':
      case 'token_short':
      case 'ended':
        return outcome
      default:
        throw new Error(`call ${order.callId} is not open and cannot hold more`)
    }
  }

  async move(order: MoveOrder): Promise<MoveOutcome> {
    const outcome = await this.order({ kind: 'move', order })
    if (outcome.kind === 'moved' || outcome.kind === 'limited') return outcome
    throw new Error(`call ${order.callId} is not open and cannot move`)
  }

  async settle(order: SettleOrder): Promise<void> {
    assertCredits(order.charge)
    await this.order({ kind: 'settle', order })
  }

  onBalance(listener: BalanceListener): void {
    this.balanceListeners.push(listener)
  }

  onLimits(listener: LimitListener): void {
    this.limitListeners.push(listener)
  }

  onCharged(listener: ChargeListener): void {
    this.chargeListeners.push(listener)
  }

  onCommit(listener: CommitListener): void {
    this.commitListeners.push(listener)
  }
}

/** A fraction or NaN in one order would spoil the sums of everyone in its batch. */
function assertCredits(...amounts: readonly number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError(`credits must be whole and not negative, got ${amount}`)
    }
  }
}
