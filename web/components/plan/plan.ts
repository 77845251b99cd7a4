import type { DataOf } from '../../../server/domain/api-calls/contract'

export type Plan = DataOf<'plan.list'>[number]
export type Subscription = DataOf<'subscription.list'>['items'][number]
