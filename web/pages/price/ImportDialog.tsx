import { Banner, SegmentedControl, Select, Textarea } from '@primer/react'
import { useMemo, useState } from 'react'
import {
  builtInPrices,
  type FieldChange,
  importedFields,
  type PriceTableOf,
  pricesOrRefusal,
  rowsOfChanges,
} from '../../../server/domain/prices/imported-prices'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { PRICE_COLUMNS, type PriceColumn } from '../../../server/domain/prices/price-sheet'
import { FIELD_TITLES, toldField } from '../../../server/domain/prices/told-price'
import { call } from '../../api/client'
import { Drawer } from '../../components/Drawer'
import { Field } from '../../components/Field'
import { useAction } from '../../components/use-action'
import { useFormat } from '../../format'
import { type Text, useText } from '../../language'
import { type ChangeRow, PriceChanges } from './PriceChanges'
import { refreshPrices } from './use-priced-models'

interface ImportDialogProps {
  /** What is in force. */
  readonly rows: readonly PriceRow[]
  readonly onClose: () => void
}

/** Prices from elsewhere beside those that are here; only what is chosen is saved. */
export function ImportDialog({ rows, onClose }: ImportDialogProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const file = useSource()
  const { changes, unchanged } = useMemo(
    () => importedFields(rows, file.found.tables),
    [rows, file.found],
  )
  const shown = useShown(changes)
  const { chosen, choice } = useChoice(shown)
  const save = async (): Promise<void> => {
    const keys = new Set(chosen.map(({ key }) => key))
    const prices = rowsOfChanges(changes.filter((change) => keys.has(keyOf(change))))
    const isDone = await run(async () => {
      await call('price.set', { body: { prices: [...prices] } })
      await refreshPrices()
    }, text('options.saved'))
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
        <SourceFields file={file} />
        {file.isRead && (
          <Banner
            layout="compact"
            variant="info"
            title={text('prices.import_counts', { changed: changes.length, unchanged })}
          />
        )}
        {shown.length > 0 && <PriceChanges changes={shown} choice={choice} />}
      </div>
    </Drawer>
  )
}

function keyOf({ field, model }: FieldChange): string {
  return `${field} ${model}`
}

function useShown(changes: readonly FieldChange[]): readonly ChangeRow[] {
  const { text } = useText()
  const format = useFormat()
  return useMemo(() => {
    const reader = { text, format }
    return changes.map((change) => ({
      key: keyOf(change),
      model: change.model,
      what: text(FIELD_TITLES[change.field]),
      from: toldField(change.field, change.from, reader),
      to: toldField(change.field, change.to, reader),
    }))
  }, [changes, text, format])
}

/** All are chosen until some are left out. */
function useChoice(changes: readonly ChangeRow[]) {
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const isChosen = ({ key }: ChangeRow): boolean => !left.has(key)
  const toggle = (some: readonly ChangeRow[], isWanted: boolean): void => {
    const keys = new Set(some.map(({ key }) => key))
    const others = [...left].filter((key) => !keys.has(key))
    leave(new Set(isWanted ? others : [...others, ...keys]))
  }
  return { chosen: changes.filter(isChosen), choice: { isChosen, toggle } }
}

/** Where the prices come from, and what they are. */
interface SourceState {
  readonly isShipped: boolean
  readonly source: string
  readonly plain: PriceColumn
  readonly found: Found
  /** Whether there are prices to compare. */
  readonly isRead: boolean
  readonly take: (isShipped: boolean) => void
  readonly type: (source: string) => void
  readonly setPlain: (column: PriceColumn) => void
}

function useSource(): SourceState {
  const { text } = useText()
  const [isShipped, take] = useState(false)
  const [source, type] = useState('')
  const [plain, setPlain] = useState<PriceColumn>('modelRatio')
  const found = useMemo(
    () => pricesFrom({ isShipped, source, plain, text }),
    [isShipped, source, plain, text],
  )
  const isRead = isShipped || (source.trim() !== '' && found.problem === undefined)
  return { isShipped, source, plain, found, isRead, take, type, setPlain }
}

function SourceFields({ file }: { readonly file: SourceState }) {
  const { text } = useText()
  return (
    <>
      <SegmentedControl
        aria-label={text('prices.import_from')}
        onChange={(index) => file.take(index === 1)}
      >
        <SegmentedControl.Button selected={!file.isShipped}>
          {text('prices.from_text')}
        </SegmentedControl.Button>
        <SegmentedControl.Button selected={file.isShipped}>
          {text('prices.from_shipped')}
        </SegmentedControl.Button>
      </SegmentedControl>
      {!file.isShipped && <TextSource file={file} />}
    </>
  )
}

function TextSource({ file }: { readonly file: SourceState }) {
  const { text } = useText()
  return (
    <>
      <label className="price-file">
        <span>{text('prices.file')}</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            void event.target.files?.[0]?.text().then(file.type)
          }}
        />
      </label>
      <Field
        label={text('prices.source')}
        caption={text('prices.source_hint')}
        problem={file.found.problem}
      >
        <Textarea
          block
          resize="vertical"
          rows={8}
          spellCheck={false}
          className="mono"
          value={file.source}
          onChange={(event) => file.type(event.target.value)}
        />
      </Field>
      <Field label={text('prices.plain')} caption={text('prices.plain_hint')}>
        <Select
          block
          value={file.plain}
          onChange={({ target }) => {
            file.setPlain(PRICE_COLUMNS.find((column) => column === target.value) ?? 'modelRatio')
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
  readonly tables: PriceTableOf
  readonly problem?: string
}

const NOTHING: Found = { tables: () => ({}) }

function pricesFrom({ isShipped, source, plain, text }: SourceFacts): Found {
  if (isShipped) return { tables: builtInPrices }
  if (source.trim() === '') return NOTHING
  const read = pricesOrRefusal(source, plain)
  return 'tables' in read ? read : { ...NOTHING, problem: text(read.reason, read.params) }
}
