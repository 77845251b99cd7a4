import { TextInput } from '@primer/react'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { type Text, useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { JsonField, jsonProblem } from '../../../components/form/JsonField'
import { PickMany } from '../../../components/form/PickMany'
import { type Problems, useForm } from '../../../components/form/use-form'

interface TagValues {
  readonly new_tag: string
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly model_mapping: string
  readonly priority: string
  readonly weight: string
}

function valuesOf(tag: string): TagValues {
  return { new_tag: tag, models: [], groups: [], model_mapping: '', priority: '', weight: '' }
}

function check(tag: string, values: TagValues, text: Text): Problems<TagValues> {
  if (JSON.stringify(values) === JSON.stringify(valuesOf(tag))) {
    return { new_tag: text('channel.nothing_changed') }
  }
  const { priority, weight, model_mapping } = values
  const isNumber = (typed: string, pattern: RegExp): boolean =>
    typed.trim() === '' || pattern.test(typed.trim())
  return {
    ...(!isNumber(priority, /^[+-]?\d{1,9}$/) && { priority: text('channel.priority_invalid') }),
    ...(!isNumber(weight, /^\d{1,9}$/) && { weight: text('channel.weight_invalid') }),
    ...(jsonProblem(model_mapping) && { model_mapping: text('channel.json_invalid') }),
  }
}

async function save(tag: string, values: TagValues): Promise<void> {
  const { new_tag, models, groups, model_mapping, priority, weight } = values
  await call('channel.tag_update', {
    body: {
      tag,
      new_tag: new_tag.trim(),
      models: models.join(','),
      groups: groups.join(','),
      model_mapping,
      ...(priority.trim() !== '' && { priority: Number(priority) }),
      ...(weight.trim() !== '' && { weight: Number(weight) }),
    },
  })
  await refresh('channel')
}

interface TagDrawerProps {
  readonly tag: string
  readonly onClose: () => void
}

/** Changes every channel of a tag alike; empty fields stay as they are in each. */
export function TagDrawer({ tag, onClose }: TagDrawerProps) {
  const { text } = useText()
  const { data: groups = [] } = useEndpoint('group.list')
  const { data: known = [] } = useEndpoint('model.known')
  const form = useForm(valuesOf(tag), (values) => check(tag, values, text))
  const { values, problems } = form
  return (
    <FormDrawer
      title={text('channel.tag_edit', { tag })}
      subtitle={text('channel.tag_edit_text')}
      form={form}
      onSave={(typed) => save(tag, typed)}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Field
        label={text('field.channel.tag')}
        caption={text('channel.tag_dissolve')}
        problem={problems.new_tag}
      >
        <TextInput
          block
          value={values.new_tag}
          onChange={(event) => form.set({ new_tag: event.target.value })}
        />
      </Field>
      <PickMany
        label={text('field.channel.models')}
        chosen={values.models}
        choices={known.map(({ id }) => id)}
        allowsOthers
        onChange={(models) => form.set({ models })}
      />
      <PickMany
        label={text('field.channel.group')}
        chosen={values.groups}
        choices={groups}
        onChange={(chosen) => form.set({ groups: chosen })}
      />
      <div className="form-row">
        {(['priority', 'weight'] as const).map((name) => (
          <Field key={name} label={text(`field.channel.${name}`)} problem={problems[name]}>
            <TextInput
              block
              inputMode="numeric"
              value={values[name]}
              onChange={(event) => form.set({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <JsonField
        label={text('field.channel.model_mapping')}
        rows={4}
        value={values.model_mapping}
        problem={problems.model_mapping}
        onChange={(model_mapping) => form.set({ model_mapping })}
      />
    </FormDrawer>
  )
}
