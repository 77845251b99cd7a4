import { Select, Textarea, TextInput } from '@primer/react'
import type { PriceSourceJson } from '../../../../server/domain/endpoints/price-source'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { marginRuleOf, marginText } from '../../../../server/domain/prices/sources/margin-text'
import {
  PRICE_SOURCE_KINDS,
  SOURCE_ADDRESSES,
} from '../../../../server/domain/prices/sources/source-kinds'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { SwitchField } from '../../../components/form/SwitchField'
import { useForm } from '../../../components/form/use-form'
import { refreshUpdates } from './refresh-updates'

interface SourceDrawerProps {
  /** Absent for a new one. */
  readonly source: PriceSourceJson | undefined
  readonly onClose: () => void
}

function valuesOf(source: PriceSourceJson | undefined) {
  return {
    name: source?.name ?? '',
    kind: source?.kind ?? PRICE_SOURCE_KINDS[0],
    url: source?.url ?? '',
    allow_private: source?.allow_private ?? false,
    providers: source?.providers.join(', ') ?? '',
    group: source?.group ?? '',
    factor: String(source?.factor ?? 1),
    margins: source?.margins.map(marginText).join('\n') ?? '',
    every_hours: String(source?.every_hours ?? 0),
    prices_new: source?.prices_new ?? false,
  }
}
type SourceValues = ReturnType<typeof valuesOf>

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function bodyOf({ providers, factor, margins, every_hours: hours, ...values }: SourceValues) {
  return {
    ...values,
    providers: providers
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    factor: Number(factor),
    margins: linesOf(margins).flatMap((line) => marginRuleOf(line) ?? []),
    every_hours: Number(hours),
  }
}

export function SourceDrawer({ source, onClose }: SourceDrawerProps) {
  const { text } = useText()
  const form = useForm(valuesOf(source), ({ name, factor, every_hours, margins }) => {
    const line = linesOf(margins).find((rule) => marginRuleOf(rule) === undefined)
    const wrong = text('price_update.number_wrong')
    return {
      ...(name.trim() === '' && { name: text('reason.empty') }),
      ...(!(Number(factor) > 0) && { factor: wrong }),
      ...(!/^\d{1,4}$/.test(every_hours.trim()) && { every_hours: wrong }),
      ...(line !== undefined && { margins: text('price_update.margins_wrong', { line }) }),
    }
  })
  const save = async (values: SourceValues): Promise<void> => {
    const body = bodyOf(values)
    if (source === undefined) await call('price_source.create', { body })
    else await call('price_source.update', { params: { id: source.id }, body })
    await refreshUpdates()
  }
  return (
    <FormDrawer
      title={text(source === undefined ? 'price_update.add' : 'price_update.edit')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Place form={form} />
      <Money form={form} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: ReturnType<typeof useForm<SourceValues>>
}

function Place({ form }: PartProps) {
  const { text } = useText()
  const { values, set } = form
  const { kind } = values
  return (
    <>
      <Line form={form} name="name" title="price_update.name" />
      <Field label={text('price_update.kind')}>
        <Select
          block
          value={kind}
          onChange={({ target }) => {
            const next = PRICE_SOURCE_KINDS.find((each) => each === target.value)
            if (next !== undefined) set({ kind: next })
          }}
        >
          {PRICE_SOURCE_KINDS.map((each) => (
            <Select.Option key={each} value={each}>
              {text(`price_update.kind_${each}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Line
        form={form}
        name="url"
        title="price_update.url"
        {...(SOURCE_ADDRESSES[kind] !== '' && { caption: 'price_update.url_hint' })}
      />
      <SwitchField
        label={text('price_update.allow_private')}
        isOn={values.allow_private}
        onChange={(allow_private) => set({ allow_private })}
      />
      <Line
        form={form}
        name="every_hours"
        title="price_update.every_hours"
        caption="price_update.every_hint"
      />
    </>
  )
}

function Money({ form }: PartProps) {
  const { text } = useText()
  const { values, set, problems } = form
  return (
    <>
      {values.kind === 'gateway' ? (
        <Line
          form={form}
          name="group"
          title="price_update.group"
          caption="price_update.group_hint"
        />
      ) : (
        <Line
          form={form}
          name="providers"
          title="price_update.providers"
          caption="price_update.providers_hint"
        />
      )}
      <Line
        form={form}
        name="factor"
        title="price_update.factor"
        caption="price_update.factor_hint"
      />
      <Field
        label={text('price_update.margins')}
        caption={text('price_update.margins_hint')}
        problem={problems.margins}
      >
        <Textarea
          block
          rows={3}
          className="mono"
          spellCheck={false}
          value={values.margins}
          onChange={({ target }) => set({ margins: target.value })}
        />
      </Field>
      <SwitchField
        label={text('price_update.prices_new')}
        isOn={values.prices_new}
        onChange={(prices_new) => set({ prices_new })}
      />
    </>
  )
}

interface LineProps extends PartProps {
  readonly name: 'name' | 'url' | 'every_hours' | 'group' | 'providers' | 'factor'
  readonly title: TextKey
  readonly caption?: TextKey
}

function Line({ form, name, title, caption }: LineProps) {
  const { text } = useText()
  return (
    <Field
      label={text(title)}
      problem={form.problems[name]}
      {...(caption !== undefined && { caption: text(caption) })}
    >
      <TextInput
        block
        value={form.values[name]}
        onChange={({ target }) => form.set({ [name]: target.value })}
      />
    </Field>
  )
}
