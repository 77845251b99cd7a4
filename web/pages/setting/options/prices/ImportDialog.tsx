import { Banner, SegmentedControl, Select, Textarea } from '@primer/react'
import { useState } from 'react'
import { DEFAULT_PRICE_TABLES, type PriceTables } from '../../../../../server/domain/prices/lookup'
import {
  importedChanges,
  PRICE_COLUMNS,
  type PriceChange,
  type PriceColumn,
  withPrices,
} from '../../../../../server/domain/prices/price-sheet'
import { pricesAsTexts } from '../../../../../server/domain/prices/price-texts'
import { readPrices } from '../../../../../server/domain/prices/read-prices'
import { Drawer } from '../../../../components/Drawer'
import { Field } from '../../../../components/Field'
import { type Text, useText } from '../../../../language'
import type { OptionForm } from '../use-option-form'
import { keyOf, PriceChanges } from './PriceChanges'
import { PRICE_KEYS, type PriceSheet } from './use-price-sheet'

interface ImportDialogProps {
  readonly sheet: PriceSheet
  readonly form: OptionForm
  readonly onClose: () => void
}

/** Prices from elsewhere beside those that are here; only what is chosen is saved. */
export function ImportDialog({ sheet, form, onClose }: ImportDialogProps) {
  const { text } = useText()
  const [isShipped, take] = useState(false)
  const [source, type] = useState('')
  const [plain, setPlain] = useState<PriceColumn>('modelRatio')
  const [isBusy, setBusy] = useState(false)
  const { tables, problem } = pricesFrom({ isShipped, source, plain, text })
  const { changes, unchanged } = importedChanges(sheet.stored, tables)
  const { chosen, choice } = useChoice(changes)
  const save = async (): Promise<void> => {
    setBusy(true)
    const isDone = await form.save(PRICE_KEYS, pricesAsTexts(withPrices(sheet.stored, chosen)))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Drawer
      title={text('prices.import')}
      subtitle={text('prices.import_text')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('prices.import_chosen', { count: chosen.length }),
          buttonType: 'primary',
          loading: isBusy,
          disabled: chosen.length === 0,
          onClick: () => void save(),
        },
      ]}
    >
      <div className="form">
        <SegmentedControl
          aria-label={text('prices.import_from')}
          onChange={(index) => take(index === 1)}
        >
          <SegmentedControl.Button selected={!isShipped}>
            {text('prices.from_text')}
          </SegmentedControl.Button>
          <SegmentedControl.Button selected={isShipped}>
            {text('prices.from_shipped')}
          </SegmentedControl.Button>
        </SegmentedControl>
        {!isShipped && (
          <SourceFields
            source={source}
            plain={plain}
            problem={problem}
            onSource={type}
            onPlain={setPlain}
          />
        )}
        {(isShipped || (source.trim() !== '' && problem === undefined)) && (
          <Banner
            layout="compact"
            variant="info"
            title={text('prices.import_counts', { changed: changes.length, unchanged })}
          />
        )}
        {changes.length > 0 && <PriceChanges changes={changes} choice={choice} />}
      </div>
    </Drawer>
  )
}

/** All are chosen until some are left out. */
function useChoice(changes: readonly PriceChange[]) {
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (change: PriceChange): boolean => !left.has(keyOf(change))
  const toggle = (some: readonly PriceChange[], isWanted: boolean): void => {
    const keys = some.map(keyOf)
    const others = [...left].filter((key) => !keys.includes(key))
    leave(new Set(isWanted ? others : [...others, ...keys]))
  }
  return { chosen: changes.filter(isChosen), choice: { isChosen, toggle } }
}

interface SourceFieldsProps {
  readonly source: string
  readonly plain: PriceColumn
  readonly problem: string | undefined
  readonly onSource: (source: string) => void
  readonly onPlain: (column: PriceColumn) => void
}

function SourceFields({ source, plain, problem, onSource, onPlain }: SourceFieldsProps) {
  const { text } = useText()
  return (
    <>
      <label className="price-file">
        <span>{text('prices.file')}</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            void event.target.files?.[0]?.text().then(onSource)
          }}
        />
      </label>
      <Field label={text('prices.source')} caption={text('prices.source_hint')} problem={problem}>
        <Textarea
          block
          resize="vertical"
          rows={8}
          spellCheck={false}
          className="mono"
          value={source}
          onChange={(event) => onSource(event.target.value)}
        />
      </Field>
      <Field label={text('prices.plain')} caption={text('prices.plain_hint')}>
        <Select
          block
          value={plain}
          onChange={({ target }) => {
            onPlain(PRICE_COLUMNS.find((column) => column === target.value) ?? 'modelRatio')
          }}
        >
          {PRICE_COLUMNS.map((column) => (
            <Select.Option key={column} value={column}>
              {text(`prices.${column}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </>
  )
}

interface SourceFacts {
  readonly isShipped: boolean
  readonly source: string
  readonly plain: PriceColumn
  readonly text: Text
}

interface Found {
  readonly tables: Partial<PriceTables>
  readonly problem?: string
}

function pricesFrom({ isShipped, source, plain, text }: SourceFacts): Found {
  if (isShipped) return { tables: DEFAULT_PRICE_TABLES }
  if (source.trim() === '') return { tables: {} }
  const read = readPrices(source, plain)
  return 'tables' in read ? read : { tables: {}, problem: text(read.reason, read.params) }
}
