import { CheckCircleFillIcon, CopyIcon, InfoIcon, XCircleIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import { ResourceTable, type Selection } from '../../components/ResourceTable'
import { useCopy } from '../../components/use-copy'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { GroupTag } from './GroupTag'
import { billingOf, type Group, type PriceRow, ratioText } from './price-rows'
import { pricingResource } from './pricing-resource'

interface PriceTableProps {
  readonly rows: readonly PriceRow[] | undefined
  readonly groups: readonly Group[]
  readonly viewed: Group
  readonly onView: (name: string) => void
  readonly selection: Selection
  readonly onExplain: (row: PriceRow) => void
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

export function PriceTable(props: PriceTableProps) {
  const { rows, groups, viewed, onView, selection, onExplain, error, onRetry } = props
  const { text } = useText()
  return (
    <ResourceTable
      resource={pricingResource}
      rows={rows}
      nameOf={({ model_name }) => model_name}
      selection={selection}
      isResting={({ available }) => !available}
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
        enable_groups: ({ enable_groups }) => (
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
      <strong className="mono">{name}</strong>
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
    <span className="price-available" data-available={row.available} title={words}>
      {row.available ? <CheckCircleFillIcon /> : <XCircleIcon />}
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** The ratios that make the price, one below the other. */
function Ratios({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  if (billingOf(row) !== 'tokens') return <Dash />
  return (
    <span className="price-ratios">
      <span>{text('pricing.ratio_model', { ratio: ratioText(row.model_ratio) })}</span>
      <span>{text('pricing.ratio_completion', { ratio: ratioText(row.completion_ratio) })}</span>
    </span>
  )
}

/** What is asked first: the price of the prompt, of a call, or that there is none. */
function MainPrice({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  const billing = billingOf(row)
  if (billing === undefined) {
    return <span title={text('pricing.not_priced_text')}>{text('pricing.not_priced')}</span>
  }
  if (billing === 'call') return <CallPrice usd={row.callUsd} />
  return (
    <Dollars
      usd={row.promptUsd}
      audioUsd={row.audio_ratio === undefined ? undefined : row.audioPromptUsd}
    />
  )
}

function CallPrice({ usd }: { readonly usd: number }) {
  const { text } = useText()
  const format = useFormat()
  return <span className="number">{text('pricing.per_call', { price: format.price(usd) })}</span>
}

interface DollarsProps {
  /** Per million tokens, as the next one. */
  readonly usd: number | undefined
  readonly audioUsd?: number | undefined
}

/** As exact as a price is ever written. */
const MOST_DIGITS = 12

function Dollars({ usd, audioUsd }: DollarsProps) {
  const { text } = useText()
  const format = useFormat()
  if (usd === undefined) return <Dash />
  return (
    <span className="price-dollars number">
      <span title={format.usd(usd, MOST_DIGITS)}>{format.price(usd)}</span>
      {audioUsd !== undefined && (
        <span className="muted">{text('pricing.audio', { price: format.price(audioUsd) })}</span>
      )}
    </span>
  )
}

function Dash() {
  return <span className="muted price-none">–</span>
}
