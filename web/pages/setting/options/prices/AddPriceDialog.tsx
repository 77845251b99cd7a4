import { FormControl, Radio, RadioGroup, TextInput } from '@primer/react'
import {
  amountOf,
  PRICE_COLUMNS,
  type PriceColumn,
  pricedModels,
} from '../../../../../server/domain/prices/price-sheet'
import { type Text, useText } from '../../../../app/language'
import { Field } from '../../../../components/form/Field'
import { FormDrawer } from '../../../../components/form/FormDrawer'
import { type Problems, useForm } from '../../../../components/form/use-form'
import type { PriceSheet } from './use-price-sheet'

const MODES = ['fixed', 'ratio'] as const

interface PriceValues extends Record<PriceColumn, string> {
  readonly name: string
  readonly mode: (typeof MODES)[number]
}

interface AddPriceDialogProps {
  readonly sheet: PriceSheet
  /** "" for any. */
  readonly model: string
  readonly onClose: () => void
}

/** A fixed price by the call, or ratios by the token. */
export function AddPriceDialog({ sheet, model, onClose }: AddPriceDialogProps) {
  const { text } = useText()
  const initial: PriceValues = {
    name: model,
    mode: 'ratio',
    modelPrice: '',
    modelRatio: '',
    completionRatio: '',
    cacheRatio: '',
  }
  const form = useForm(initial, (values) => problemsOf(values, sheet, text))
  const { values, problems, set } = form
  const add = async (typed: PriceValues): Promise<void> => {
    sheet.apply(
      columnsOf(typed).map((column) => ({
        model: typed.name.trim(),
        column,
        from: undefined,
        to: amountOf(typed[column]),
      })),
    )
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text('prices.add')}
      form={form}
      onSave={add}
      success={text('prices.added')}
      saveLabel={text('ui.add')}
      onClose={onClose}
    >
      <Field label={text('prices.model')} problem={problems.name} isRequired>
        <TextInput
          block
          autoComplete="off"
          placeholder="gpt-4o"
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <ModeField mode={values.mode} onChange={(mode) => set({ mode })} />
      {PRICE_COLUMNS.map((column) => (
        <Field
          key={column}
          label={text(`prices.${column}`)}
          caption={text(`prices.${column}_hint`)}
          problem={problems[column]}
          isDisabled={!columnsOf(values).includes(column)}
          isRequired={column === columnsOf(values)[0]}
        >
          <TextInput
            block
            inputMode="decimal"
            autoComplete="off"
            value={values[column]}
            onChange={(event) => set({ [column]: event.target.value })}
          />
        </Field>
      ))}
    </FormDrawer>
  )
}

interface ModeFieldProps {
  readonly mode: PriceValues['mode']
  readonly onChange: (mode: PriceValues['mode']) => void
}

function ModeField({ mode, onChange }: ModeFieldProps) {
  const { text } = useText()
  return (
    <RadioGroup
      name="price-mode"
      onChange={(chosen) => onChange(chosen === 'fixed' ? 'fixed' : 'ratio')}
    >
      <RadioGroup.Label>{text('prices.mode')}</RadioGroup.Label>
      {MODES.map((name) => (
        <FormControl key={name}>
          <Radio value={name} checked={mode === name} />
          <FormControl.Label>{text(`prices.mode_${name}`)}</FormControl.Label>
        </FormControl>
      ))}
    </RadioGroup>
  )
}

/** The first of them is what makes the model cost something. */
function columnsOf({ mode }: PriceValues): readonly PriceColumn[] {
  return mode === 'fixed' ? ['modelPrice'] : ['modelRatio', 'completionRatio', 'cacheRatio']
}

function problemsOf(values: PriceValues, sheet: PriceSheet, text: Text): Problems<PriceValues> {
  const problems: Problems<PriceValues> = {}
  const name = values.name.trim()
  const columns = columnsOf(values)
  if (name === '') problems.name = text('prices.name_required')
  else if (pricedModels(sheet.tables).includes(name)) problems.name = text('prices.name_taken')
  for (const column of columns) {
    const amount = amountOf(values[column])
    const isMissing = amount === undefined && column === columns[0]
    if (isMissing || Number.isNaN(amount)) problems[column] = text('prices.not_a_number')
  }
  return problems
}
