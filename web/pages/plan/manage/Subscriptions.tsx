import { GiftIcon, PackageIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { SUBSCRIPTION_STATES } from '../../../../server/domain/plans/subscription-account'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { lateDialog } from '../../../components/late/Late'
import { ClearFilters } from '../../../components/list/ClearFilters'
import { Pager } from '../../../components/list/Pager'
import { SearchBox } from '../../../components/list/SearchBox'
import { Toolbar } from '../../../components/list/Toolbar'
import { type ListQuery, useListQuery } from '../../../components/list/use-list-query'
import { Blank } from '../../../components/page/Blank'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { PageSkeleton } from '../../../components/page/PageSkeleton'
import { SubscriptionTable } from '../../../components/plan/SubscriptionTable'
import { ofUser } from '../../order/of-user'

const GrantDialog = lateDialog(
  async () => (await import('../../../components/plan/GrantDialog')).GrantDialog,
)

const FILTERS = ['plan', 'state', 'user'] as const

export default function Subscriptions() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, turnTo, resize } = query
  const { data, error, reload } = useEndpoint('subscription.list', {
    query: {
      p: page,
      page_size: pageSize,
      plan_id: Number(filters.plan) || undefined,
      state: SUBSCRIPTION_STATES.find((state) => state === filters.state),
      ...ofUser(filters.user),
    },
  })
  const [isGranting, grant] = useState(false)
  return (
    <>
      <Filters query={query} onGrant={() => grant(true)} />
      {data === undefined && error === undefined && <PageSkeleton />}
      {data === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {data !== undefined &&
        (data.items.length > 0 ? (
          <SubscriptionTable rows={data.items} showsUsers />
        ) : (
          <Blank icon={PackageIcon} title={text('plans.nobody')} />
        ))}
      <Pager
        page={page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={turnTo}
        onPageSize={resize}
      />
      {isGranting && <GrantDialog onClose={() => grant(false)} />}
    </>
  )
}

interface FiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
  readonly onGrant: () => void
}

function Filters({ query, onGrant }: FiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const { data: plans = [] } = useEndpoint('plan.list')
  return (
    <Toolbar>
      <SearchBox
        label={text('order.search_user')}
        value={filters.user}
        onChange={(user) => filter({ user: user.trim() })}
      />
      <Select
        aria-label={text('plans.plan')}
        value={filters.plan}
        onChange={(event) => filter({ plan: event.target.value })}
      >
        <Select.Option value="">{text('plans.any_plan')}</Select.Option>
        {plans.map(({ id, name }) => (
          <Select.Option key={id} value={String(id)}>
            {name}
          </Select.Option>
        ))}
      </Select>
      <Select
        aria-label={text('plans.state')}
        value={filters.state}
        onChange={(event) => filter({ state: event.target.value })}
      >
        <Select.Option value="">{text('plans.any_state')}</Select.Option>
        {SUBSCRIPTION_STATES.map((state) => (
          <Select.Option key={state} value={state}>
            {text(`plans.state_${state}`)}
          </Select.Option>
        ))}
      </Select>
      <ClearFilters query={query} />
      <Button leadingVisual={GiftIcon} onClick={onGrant}>
        {text('plans.grant')}
      </Button>
    </Toolbar>
  )
}
