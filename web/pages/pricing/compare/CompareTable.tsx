import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { Pager } from '../../../components/list/Pager'
import type { ListQuery } from '../../../components/list/use-list-query'
import { ColumnMenu } from '../../../components/table/ColumnMenu'
import { ResourceTable } from '../../../components/table/ResourceTable'
import { PerCall, Usd } from '../../price/Usd'
import type { PriceRow } from '../price-rows'
import { compareResource } from './compare-resource'
import { COMPARE_SORTS, compareRows, inOrder, orderOf } from './compare-rows'

interface CompareTableProps {
  /** Those that the filters find; `undefined` until they are read. */
  readonly prices: readonly PriceRow[] | undefined
  readonly query: ListQuery<'models' | 'by' | 'order'>
}

/** Names with commas between them narrow it to these. */
export default function CompareTable({ prices, query }: CompareTableProps) {
  const { text } = useText()
  const { number } = useFormat()
  const { status_page_enabled: isMeasured } = useSite()
  const { data: status } = useEndpoint('status_page.show', {}, { skip: !isMeasured })
  const { filters, page, pageSize, filter } = query
  const only = new Set(filters.models.split(',').filter((name) => name !== ''))
  const wanted = prices?.filter(({ model_name: name }) => only.size === 0 || only.has(name))
  const order = orderOf(filters.by, filters.order)
  const rows = wanted && inOrder(compareRows(wanted, status?.models ?? []), order)
  const amount = (usd: number | undefined) => (usd === undefined ? <Dash /> : <Usd dollars={usd} />)
  const counted = (value: number | undefined, unit: string) =>
    value === undefined ? <Dash /> : <span className="number">{`${number(value)}${unit}`}</span>
  return (
    <>
      <div className="compare-note">
        <p className="muted">
          {text(isMeasured ? 'pricing.compare_measured' : 'pricing.compare_unmeasured')}
        </p>
        <ColumnMenu resource={compareResource} />
      </div>
      <ResourceTable
        resource={compareResource}
        rows={rows?.slice((page - 1) * pageSize, page * pageSize)}
        nameOf={({ model_name }) => model_name}
        sort={{
          ...order,
          columns: COMPARE_SORTS,
          onSort: (head) => filter({ by: head.sort, order: head.order }),
        }}
        cells={{
          model_name: ({ model_name }) => <strong className="mono">{model_name}</strong>,
          kind: ({ kind }) => text(`pricing.kind_${kind}`),
          promptUsd: ({ promptUsd, callUsd }) =>
            callUsd === undefined ? amount(promptUsd) : <PerCall dollars={callUsd} />,
          completionUsd: ({ completionUsd }) => amount(completionUsd),
          cacheReadUsd: ({ cacheReadUsd }) => amount(cacheReadUsd),
          cacheWriteUsd: ({ cacheWriteUsd }) => amount(cacheWriteUsd),
          context: ({ context }) => counted(context, ''),
          longest: ({ longest }) => counted(longest, ''),
          thinks: ({ thinks }) =>
            thinks === undefined ? (
              <Dash />
            ) : (
              text(thinks ? 'pricing.thinks_yes' : 'pricing.thinks_no')
            ),
          availability: ({ availability }) => counted(availability, '%'),
          firstByte: ({ firstByte }) => counted(firstByte, ' ms'),
        }}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={rows?.length ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}

function Dash() {
  return <span className="muted price-none">–</span>
}
