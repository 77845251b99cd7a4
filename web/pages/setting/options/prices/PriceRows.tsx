import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { inDollars } from '../../../../../server/domain/prices/in-dollars'
import { type PriceTables, priceFor } from '../../../../../server/domain/prices/lookup'
import {
  entryOf,
  PRICE_COLUMNS,
  type PriceColumn,
} from '../../../../../server/domain/prices/price-sheet'
import { useFormat } from '../../../../app/format'
import { useText } from '../../../../app/language'
import { RowButton } from '../../../../components/table/RowButton'
import { PriceCell } from './PriceCell'
import type { PriceSheet } from './use-price-sheet'

interface PriceRowsProps {
  readonly models: readonly string[]
  readonly sheet: PriceSheet
  readonly onPrice: (model: string) => void
}

export function PriceRows({ models, sheet, onPrice }: PriceRowsProps) {
  const { text } = useText()
  const changed = new Set(sheet.changes.map(({ model }) => model))
  return (
    <div className="table-frame">
      <table className="table prices">
        <thead>
          <tr>
            <th scope="col">{text('prices.model')}</th>
            {PRICE_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {text(`prices.${column}`)}
              </th>
            ))}
            <th scope="col">{text('prices.dollars')}</th>
            <th className="table-actions">
              <span className="visually-hidden">{text('ui.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model} data-changed={changed.has(model)}>
              <td>
                <span className="mono prices-model">{model}</span>
                {changed.has(model) && <Label variant="attention">{text('prices.changed')}</Label>}
              </td>
              {PRICE_COLUMNS.map((column) => (
                <td key={column} data-label={text(`prices.${column}`)}>
                  <Amount model={model} column={column} sheet={sheet} />
                </td>
              ))}
              <td data-label={text('prices.dollars')}>
                <Dollars model={model} tables={sheet.tables} />
              </td>
              <td className="table-actions">
                <RowActions model={model} sheet={sheet} onPrice={onPrice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AmountProps {
  readonly model: string
  readonly column: PriceColumn
  readonly sheet: PriceSheet
}

/** A fixed price wins over ratios, so they cannot be typed next to it. */
function Amount({ model, column, sheet }: AmountProps) {
  const value = entryOf(sheet.tables[column], model)
  const isFixed = entryOf(sheet.tables.modelPrice, model) !== undefined
  return (
    <PriceCell
      model={model}
      column={column}
      value={value}
      isDisabled={isFixed && column !== 'modelPrice'}
      onChange={(to) => sheet.apply([{ model, column, from: value, to }])}
    />
  )
}

interface DollarsProps {
  readonly model: string
  readonly tables: PriceTables
}

/** What a call is charged by these tables, before the ratio of a group. */
function Dollars({ model, tables }: DollarsProps) {
  const { text } = useText()
  const { usd } = useFormat()
  const facts = { model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false }
  const price = priceFor(facts)
  if (price === undefined) {
    return (
      <span className="prices-dollars">
        <span>
          <Label variant="danger">{text('prices.unset')}</Label>
        </span>
      </span>
    )
  }
  const { promptUsd, completionUsd, callUsd } = inDollars(price)
  if (price.mode === 'per-call')
    return <span>{text('prices.per_call', { price: usd(callUsd) })}</span>
  const set = entryOf(tables.completionRatio, model)
  const isLocked = set !== undefined && set !== price.completionRatio
  return (
    <span className="prices-dollars">
      <span>
        {text('prices.per_million', { input: usd(promptUsd), output: usd(completionUsd) })}
      </span>
      {isLocked && (
        <span className="muted">{text('prices.locked', { ratio: price.completionRatio })}</span>
      )}
    </span>
  )
}

interface RowActionsProps {
  readonly model: string
  readonly sheet: PriceSheet
  readonly onPrice: (model: string) => void
}

function RowActions({ model, sheet, onPrice }: RowActionsProps) {
  const { text } = useText()
  const { tables, apply } = sheet
  const entries = PRICE_COLUMNS.flatMap((column) => {
    const from = entryOf(tables[column], model)
    return from === undefined ? [] : [{ model, column, from, to: undefined }]
  })
  if (entries.length === 0) {
    return (
      <Button
        size="small"
        leadingVisual={PlusIcon}
        aria-label={`${text('prices.set_price')}: ${model}`}
        onClick={() => onPrice(model)}
      >
        {text('prices.set_price')}
      </Button>
    )
  }
  return (
    <RowButton icon={TrashIcon} title="ui.remove" name={model} onClick={() => apply(entries)} />
  )
}
