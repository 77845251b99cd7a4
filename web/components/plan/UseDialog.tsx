import { useText } from '../../app/language'
import { Drawer } from '../overlay/Drawer'
import type { Subscription } from './plan'
import { SubscriptionUse } from './SubscriptionUse'

interface UseDialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
}

export function UseDialog({ subscription, onClose }: UseDialogProps) {
  const { text } = useText()
  const { name, username } = subscription
  return (
    <Drawer
      kind="dialog"
      title={text('plans.use')}
      subtitle={`${name} · ${username}`}
      onClose={onClose}
    >
      <SubscriptionUse subscription={subscription} />
    </Drawer>
  )
}
