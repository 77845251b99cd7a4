/** Prices of a file, of pasted text, or those that the program ships with. */
import { SegmentedControl, Select, Textarea } from '@primer/react'
import { useMemo, useState } from 'react'
import {
  builtInPrices,
  type PriceTableOf,
  pricesOrRefusal,
} from '../../../server/domain/prices/imported-prices'
import { PRICE_COLUMNS, type PriceColumn } from '../../../server/domain/prices/price-sheet'
import { type Text, useText } from '../../app/language'
import { Field } from '../../components/form/Field'

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

export function useSource(): SourceState {
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

export function SourceFields({ file }: { readonly file: SourceState }) {
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
