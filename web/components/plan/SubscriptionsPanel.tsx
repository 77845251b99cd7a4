/** The plans of one account, for administrators. */
import { GiftIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../late/Late'
import { Panel } from '../stats/Stats'
import { TextLink } from '../text/TextLink'
import { SubscriptionTable } from './SubscriptionTable'

const GrantDialog = lateDialog(async () => (await import('./GrantDialog')).GrantDialog)

const MOST = 10

interface SubscriptionsPanelProps {
  readonly user: { readonly id: number; readonly username: string }
}

export default function SubscriptionsPanel({ user }: SubscriptionsPanelProps) {
  const { text } = useText()
  const [isGranting, grant] = useState(false)
  const query = { user_id: user.id, p: 1, page_size: MOST }
  const { data } = useEndpoint('subscription.list', { query })
  const all = `/all-plans?tab=subscriptions&user=${user.id}`
  return (
    <Panel
      title={text('plans.tab_subscriptions')}
      aside={
        <span className="plan-acts">
          {data !== undefined && data.total > MOST && (
            <TextLink to={all}>{text('plans.all_of_user', { count: data.total })}</TextLink>
          )}
          <Button size="small" leadingVisual={GiftIcon} onClick={() => grant(true)}>
            {text('plans.grant')}
          </Button>
        </span>
      }
      isReading={data === undefined}
    >
      {data?.items.length === 0 && <p className="panel-nothing">{text('plans.nobody')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <SubscriptionTable rows={data.items} showsUsers={false} />
      )}
      {isGranting && <GrantDialog user={user} onClose={() => grant(false)} />}
    </Panel>
  )
}
