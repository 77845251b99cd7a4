import { Button, Checkbox, FormControl, Select } from '@primer/react'
import { useState } from 'react'
import type {
  PricePreviewJson,
  PriceSourceJson,
} from '../../../../server/domain/endpoints/price-source'
import {
  isPriceSourceKind,
  PRICE_SOURCE_KINDS,
  SOURCE_ADDRESSES,
} from '../../../../server/domain/prices/sources/source-kinds'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { Note } from '../../../components/form/Note'
import { useAction } from '../../../components/page/use-action'
import { ProposalTable } from './ProposalTable'
import { refreshUpdates } from './refresh-updates'

const LISTS = PRICE_SOURCE_KINDS.filter((kind) => SOURCE_ADDRESSES[kind] !== '')

/** Prices of a source compared with those that are here; only what is chosen is set. */
export function Compare({ sources }: { readonly sources: readonly PriceSourceJson[] }) {
  const { text } = useText()
  const [wanted, take] = useState('')
  const from = wanted || String(sources[0]?.id ?? LISTS[0])
  const [all, wantAll] = useState(false)
  const [found, find] = useState<PricePreviewJson | undefined>(undefined)
  const { isBusy, run } = useAction()
  const compare = () =>
    run(async () => {
      const source = isPriceSourceKind(from) ? { kind: from } : { source: Number(from) }
      find((await call('price_source.preview', { body: { ...source, all } })).data)
    })
  return (
    <>
      <Field label={text('price_update.compare_with')}>
        <Select block value={from} onChange={({ target }) => take(target.value)}>
          {sources.map(({ id, name }) => (
            <Select.Option key={id} value={String(id)}>
              {name}
            </Select.Option>
          ))}
          {LISTS.map((kind) => (
            <Select.Option key={kind} value={kind}>
              {text(`price_update.kind_${kind}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <FormControl>
        <Checkbox checked={all} onChange={({ target }) => wantAll(target.checked)} />
        <FormControl.Label>{text('price_update.all')}</FormControl.Label>
      </FormControl>
      <div className="price-buttons">
        <Button loading={isBusy} onClick={() => void compare()}>
          {text('price_update.compare')}
        </Button>
      </div>
      {found && <Found key={JSON.stringify(found.proposals)} found={found} onDone={find} />}
    </>
  )
}

interface FoundProps {
  readonly found: PricePreviewJson
  readonly onDone: (found: undefined) => void
}

/** What passes the guards is chosen until somebody chooses otherwise. */
function Found({ found, onDone }: FoundProps) {
  const { text } = useText()
  const { source, proposals, read, unchanged, left_out: leftOut } = found
  const [chosen, choose] = useState<ReadonlySet<string>>(
    new Set(proposals.filter(({ reasons }) => reasons.length === 0).map(({ model }) => model)),
  )
  const { isBusy, run } = useAction()
  const apply = async (): Promise<void> => {
    const wanted = proposals.filter(({ model }) => chosen.has(model))
    const prices = wanted.map(({ model, price, was }) => ({ model, price, was }))
    const send = () =>
      call('price_change.create', { body: { source, prices } }).finally(refreshUpdates)
    if (await run(send, text('price_update.applied'))) onDone(undefined)
  }
  return (
    <>
      <Note tone="info">
        {proposals.length === 0 ? `${text('price_update.same')} ` : ''}
        {text('price_update.read', { read, same: unchanged, left: leftOut.length })}
      </Note>
      {proposals.length > 0 && (
        <>
          <ProposalTable proposals={proposals} chosen={chosen} onChoose={choose} />
          <div className="price-buttons">
            <Button
              variant="primary"
              loading={isBusy}
              disabled={chosen.size === 0}
              onClick={() => void apply()}
            >
              {text('price_update.apply', { count: chosen.size })}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
