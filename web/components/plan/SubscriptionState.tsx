import { Label, type LabelColorOptions } from '@primer/react'
import { useText } from '../../app/language'
import type { Subscription } from './plan'

const TONES: Readonly<Record<Subscription['state'], LabelColorOptions>> = {
  active: 'success',
  paused: 'attention',
  ended: 'secondary',
}

export function SubscriptionState({ state, grace_until }: Subscription) {
  const { text } = useText()
  if (state === 'active' && grace_until > 0) {
    return <Label variant="severe">{text('plans.unpaid')}</Label>
  }
  return <Label variant={TONES[state]}>{text(`plans.state_${state}`)}</Label>
}
