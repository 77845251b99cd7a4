import { NumberIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { type ManyKind, ManyPricesDrawer } from './ManyPricesDrawer'

interface ChosenPricesProps {
  readonly models: readonly string[]
  readonly rows: readonly PriceRow[]
  /** All that the filters leave, on every page of the list. */
  readonly found: readonly string[]
  readonly onChoose: (models: readonly string[]) => void
}

/** What is done to the prices of the models that are ticked, each seen before it is saved. */
export function ChosenPrices({ models, rows, found, onChoose }: ChosenPricesProps) {
  const { text } = useText()
  const [open, setOpen] = useState<ManyKind | undefined>(undefined)
  const done = (): void => onChoose([])
  return (
    <ChosenBar count={models.length} onDone={done}>
      <Button size="small" leadingVisual={PencilIcon} onClick={() => setOpen('set')}>
        {text('price_row.set_many')}
      </Button>
      <Button size="small" leadingVisual={NumberIcon} onClick={() => setOpen('scale')}>
        {text('price_row.scale_many')}
      </Button>
      <Button
        size="small"
        variant="danger"
        leadingVisual={TrashIcon}
        onClick={() => setOpen('remove')}
      >
        {text('price_row.remove_many')}
      </Button>
      {found.length > models.length && (
        <Button size="small" variant="invisible" onClick={() => onChoose(found)}>
          {text('price_row.choose_found', { count: found.length })}
        </Button>
      )}
      {open && (
        <ManyPricesDrawer
          kind={open}
          models={models}
          rows={rows}
          onSaved={done}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ChosenBar>
  )
}
