import { CheckCircleFillIcon, CopyIcon, InfoIcon, XCircleIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ResourceTable, type Selection } from '../../components/table/ResourceTable'
import { useCopy } from '../../components/text/use-copy'
import { NotPriced } from '../price/NotPriced'
import { PerCall, Usd } from '../price/Usd'
import { GroupTag } from './GroupTag'
import { billingOf, type Group, type PriceRow, ratioText, type Sort } from './price-rows'
import { pricingResource } from './pricing-resource'

interface PriceTableProps {
  readonly rows: readonly PriceRow[] | undefined
  readonly groups: readonly Group[]
  readonly viewed: Group
  readonly onView: (name: string) => void
  readonly selection: Selection
  readonly onExplain: (row: PriceRow) => void
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
}

/** Columns of dollars: what a model has no price for is a dash. */
const PRICE_CELLS = {
  promptUsd: (row: PriceRow) => <MainPrice row={row} />,
  completionUsd: (row: PriceRow) => (
    <Dollars
      usd={billingOf(row) === 'tokens' ? row.completionUsd : undefined}
      audioUsd={row.audio_completion_ratio === undefined ? undefined : row.audioCompletionUsd}
    />
  ),
  cacheReadUsd: ({ cacheReadUsd, cache_ratio }: PriceRow) => (
    <Dollars usd={cache_ratio === undefined ? undefined : cacheReadUsd} />
  ),
  cacheWriteUsd: ({ cacheWriteUsd, cache_creation_ratio }: PriceRow) => (
    <Dollars usd={cache_creation_ratio === undefined ? undefined : cacheWriteUsd} />
  ),
}

/** Which head shows an order. */
const HEADS = {
  name: { column: 'model_name', direction: 'asc' },
  cheap: { column: 'promptUsd', direction: 'asc' },
  dear: { column: 'promptUsd', direction: 'desc' },
} as const satisfies Record<Sort, object>

function wantedSort({ sort, order }: { readonly sort: string; readonly order: string }): Sort {
  if (sort === 'model_name') return 'name'
  return order === 'asc' ? 'cheap' : 'dear'
}

export function PriceTable(props: PriceTableProps) {
  const { rows, groups, viewed, onView, selection, onExplain, error, onRetry } = props
  const { sort, onSort } = props
  const { text } = useText()
  return (
    <ResourceTable
      resource={pricingResource}
      rows={rows}
      nameOf={({ model_name }) => model_name}
      selection={selection}
      isResting={({ available }) => !available}
      sort={{
        ...HEADS[sort],
        columns: ['model_name', 'promptUsd'],
        onSort: (head) => onSort(wantedSort(head)),
      }}
      error={error}
      onRetry={onRetry}
      cells={{
        model_name: ({ model_name }) => <ModelName name={model_name} />,
        available: (row) => <Available row={row} group={viewed.name} />,
        quota_type: (row) => {
          const billing = billingOf(row)
          if (billing === undefined) return <Dash />
          return <span className="muted">{text(`pricing.by_${billing}`)}</span>
        },
        enable_groups: ({ enable_groups }) =>
          enable_groups.length === 0 ? (
            <Dash />
          ) : (
            <span className="group-tags">
              {groups
                .filter(({ name }) => enable_groups.includes(name))
                .map((group) => (
                  <GroupTag
                    key={group.name}
                    group={group}
                    isViewed={group.name === viewed.name}
                    onView={onView}
                  />
                ))}
            </span>
          ),
        model_ratio: (row) => <Ratios row={row} />,
        ...PRICE_CELLS,
      }}
      actions={(row) =>
        row.priced && (
          <IconButton
            icon={InfoIcon}
            size="small"
            variant="invisible"
            aria-label={text('pricing.explain_one', { name: row.model_name })}
            onClick={() => onExplain(row)}
          />
        )
      }
    />
  )
}

function ModelName({ name }: { readonly name: string }) {
  const { text } = useText()
  const copy = useCopy()
  return (
    <span className="price-model">
      <strong className="mono name-link">{name}</strong>
      <IconButton
        icon={CopyIcon}
        size="small"
        variant="invisible"
        aria-label={`${text('ui.copy')}: ${name}`}
        onClick={() => void copy(name)}
      />
    </span>
  )
}

interface AvailableProps {
  readonly row: PriceRow
  readonly group: string
}

function Available({ row, group }: AvailableProps) {
  const { text } = useText()
  const state = row.available ? 'available' : row.priced ? 'unavailable' : 'not_priced_text'
  const words = text(`pricing.${state}`, { group })
  return (
    <span className="price-available state-label" data-available={row.available} title={words}>
      {row.available ? <CheckCircleFillIcon /> : <XCircleIcon />}
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** The ratios that make the price, as the family writes them. */
function Ratios({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  if (billingOf(row) !== 'tokens') return <Dash />
  const [model, completion] = [ratioText(row.model_ratio), ratioText(row.completion_ratio)]
  const words = [
    text('pricing.ratio_model', { ratio: model }),
    text('pricing.ratio_completion', { ratio: completion }),
  ]
  return (
    <span className="number muted" title={words.join(' · ')}>
      {model} × {completion}
    </span>
  )
}

/** What readers want first: the price of the prompt, of a call, or that there is none. */
function MainPrice({ row }: { readonly row: PriceRow }) {
  const billing = billingOf(row)
  if (billing === undefined) {
    return <NotPriced />
  }
  if (billing === 'call') return <PerCall dollars={row.callUsd} />
  return (
    <Dollars
      usd={row.promptUsd}
      audioUsd={row.audio_ratio === undefined ? undefined : row.audioPromptUsd}
    />
  )
}

interface DollarsProps {
  /** Per million tokens, as the next one. */
  readonly usd: number | undefined
  readonly audioUsd?: number | undefined
}

function Dollars({ usd, audioUsd }: DollarsProps) {
  const { text } = useText()
  const format = useFormat()
  if (usd === undefined) return <Dash />
  return (
    <span className="price-dollars number">
      <Usd dollars={usd} />
      {audioUsd !== undefined && (
        <span className="muted">{text('pricing.audio', { price: format.price(audioUsd) })}</span>
      )}
    </span>
  )
}

function Dash() {
  return <span className="muted price-none">–</span>
}
