import { CopyIcon, InfoIcon, TagIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { Pager } from '../../components/list/Pager'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { ColumnMenu } from '../../components/table/ColumnMenu'
import { useCopy } from '../../components/text/use-copy'
import { ExplainDialog } from './ExplainDialog'
import { GroupTag } from './GroupTag'
import { PriceTable } from './PriceTable'
import {
  BILLINGS,
  findPrices,
  type Group,
  type PriceRow,
  priceRows,
  ratioText,
  SORTS,
} from './price-rows'
import { pricingResource } from './pricing-resource'
import { ViewSwitch } from './ViewSwitch'
import './pricing.css'

const CompareTable = lazyPart(() => import('./compare/CompareTable'))
const PlansOffer = lazyPart(() => import('./PlansOffer'))

const FILTERS = [
  ...(['keyword', 'billing', 'group', 'sort'] as const),
  ...(['view', 'models', 'by', 'order'] as const),
] as const
type Query = ListQuery<(typeof FILTERS)[number]>

/** What visitors are shown the prices of. */
const VISITORS_GROUP = 'default'

export default function PricingPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize } = query
  const { list, groups, viewed, rows, ownGroup } = usePrices(filters.group)
  const { answer } = list
  const { data: plans = [] } = useEndpoint('plan.public')
  const found = rows && findPrices(rows, queryOf(filters))
  const priced = found?.find((row) => row.priced)
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const [explained, explain] = useState<PriceRow | undefined>(undefined)
  const chosenRows = rows?.filter(({ id }) => chosen.has(id)) ?? []
  const isComparing = filters.view === 'compare'
  const view = (group: string): void => query.filter({ group: group === ownGroup ? '' : group })
  return (
    <div className="pricing">
      <PageHeader title={text('nav.pricing')} description={text('pricing.description')}>
        <ViewSwitch isComparing={isComparing} chosen={chosenRows.map((row) => row.model_name)} />
        {!isComparing && <CopyChosen rows={chosenRows} />}
        <Button
          leadingVisual={InfoIcon}
          disabled={priced === undefined}
          onClick={() => explain(priced)}
        >
          {text('pricing.explain')}
        </Button>
      </PageHeader>
      <div className="price-note">
        {answer !== undefined && (
          <GroupNote
            groups={groups}
            viewed={viewed}
            described={answer.usable_group?.[viewed.name]}
            onView={view}
          />
        )}
      </div>
      <PriceFilters query={query} isComparing={isComparing} />
      {rows?.length === 0 && <NoModels />}
      {rows?.length !== 0 && isComparing && (
        <Part>
          <CompareTable prices={found} query={query} />
        </Part>
      )}
      {rows?.length !== 0 && !isComparing && (
        <PriceTable
          rows={found?.slice((page - 1) * pageSize, page * pageSize)}
          groups={groups}
          viewed={viewed}
          onView={view}
          selection={{ ids: chosen, onChange: choose }}
          onExplain={explain}
          sort={queryOf(filters).sort}
          onSort={(sort) => query.filter({ sort: sort === 'name' ? '' : sort })}
          error={list.error}
          onRetry={list.reload}
        />
      )}
      {!isComparing && <PricePager query={query} total={found?.length ?? 0} />}
      {plans.length > 0 && (
        <Part>
          <PlansOffer plans={plans} />
        </Part>
      )}
      {explained && (
        <ExplainDialog row={explained} group={viewed} onClose={() => explain(undefined)} />
      )}
    </div>
  )
}

/** Fetched after the prices; where it cannot be, the page says so. */
function Part({ children }: { readonly children: ReactNode }) {
  const { failure } = useToast()
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>{children}</Suspense>
    </LateBoundary>
  )
}

function NoModels() {
  const { text } = useText()
  return (
    <div className="table-frame">
      <Blank icon={TagIcon} title={text('pricing.empty')} message={text('pricing.empty_text')} />
    </div>
  )
}

interface PricePagerProps {
  readonly query: Query
  readonly total: number
}

function PricePager({ query: { page, pageSize, turnTo, resize }, total }: PricePagerProps) {
  return <Pager page={page} pageSize={pageSize} total={total} onPage={turnTo} onPageSize={resize} />
}

/** What the viewed group pays, which is the viewer's own until another one is chosen. */
function usePrices(chosenGroup: string) {
  const list = useEndpoint('pricing.list')
  const { answer, data } = list
  const ownGroup = useViewer()?.group ?? VISITORS_GROUP
  const groups = useMemo(
    () => Object.entries(answer?.group_ratio ?? {}).map(([name, ratio]) => ({ name, ratio })),
    [answer],
  )
  const viewed = groupNamed(groups, chosenGroup) ??
    groupNamed(groups, ownGroup) ??
    groups[0] ?? { name: ownGroup, ratio: 1 }
  const { name, ratio } = viewed
  const rows = useMemo(() => data && priceRows(data, { name, ratio }), [data, name, ratio])
  return { list, groups, viewed, rows, ownGroup }
}

function groupNamed(groups: readonly Group[], wanted: string): Group | undefined {
  return groups.find(({ name }) => name === wanted)
}

function queryOf({ keyword, billing, sort }: Query['filters']) {
  return {
    keyword,
    billing: BILLINGS.find((one) => one === billing),
    sort: SORTS.find((one) => one === sort) ?? ('name' as const),
  }
}

interface PriceFiltersProps {
  readonly query: Query
  /** What is compared has columns and an order of its own. */
  readonly isComparing: boolean
}

function PriceFilters({ query, isComparing }: PriceFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <Toolbar>
      <SearchBox
        label={text('pricing.search')}
        isWide
        isLive
        value={filters.keyword}
        onChange={(keyword) => filter({ keyword })}
      />
      <Select
        aria-label={text('field.pricing.quota_type')}
        value={filters.billing}
        onChange={({ target }) => filter({ billing: target.value })}
      >
        <Select.Option value="">{text('pricing.any_billing')}</Select.Option>
        {BILLINGS.map((billing) => (
          <Select.Option key={billing} value={billing}>
            {text(`pricing.by_${billing}`)}
          </Select.Option>
        ))}
      </Select>
      {!isComparing && (
        <>
          <Select
            aria-label={text('pricing.sort')}
            value={queryOf(filters).sort}
            onChange={({ target }) => filter({ sort: target.value })}
          >
            {SORTS.map((sort) => (
              <Select.Option key={sort} value={sort}>
                {text(`pricing.sort_${sort}`)}
              </Select.Option>
            ))}
          </Select>
          <div className="toolbar-end">
            <ColumnMenu resource={pricingResource} />
          </div>
        </>
      )}
    </Toolbar>
  )
}

interface GroupNoteProps {
  readonly groups: readonly Group[]
  readonly viewed: Group
  /** What the operator says of the group. */
  readonly described: string | undefined
  readonly onView: (name: string) => void
}

/** Whose prices these are, and whose they could be. */
function GroupNote({ groups, viewed, described, onView }: GroupNoteProps) {
  const { text } = useText()
  const viewer = useViewer()
  const facts = {
    name: viewed.name,
    ratio: ratioText(viewed.ratio),
    text: described || viewed.name,
  }
  const isOwn = viewer?.group === viewed.name
  const state = viewer === undefined ? 'visitor' : isOwn ? 'own' : 'other'
  return (
    <div className="price-groups">
      <section className="group-tags" aria-label={text('pricing.groups')}>
        {groups.map((group) => (
          <GroupTag
            key={group.name}
            group={group}
            hasRatio
            isViewed={group.name === viewed.name}
            onView={onView}
          />
        ))}
      </section>
      <p>{text(`pricing.note_${state}`, facts)}</p>
    </div>
  )
}

function CopyChosen({ rows }: { readonly rows: readonly PriceRow[] }) {
  const { text } = useText()
  const toast = useToast()
  const copy = useCopy()
  const copyAll = (): void => {
    if (rows.length === 0) toast.warn(text('pricing.choose_one'))
    else void copy(rows.map(({ model_name }) => model_name).join(','))
  }
  return (
    <Button leadingVisual={CopyIcon} onClick={copyAll} count={rows.length || undefined}>
      {text('pricing.copy_chosen')}
    </Button>
  )
}
