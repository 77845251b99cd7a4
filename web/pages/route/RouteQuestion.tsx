import { Button, Select, TextInput } from '@primer/react'
import { useId, useState } from 'react'
import { PROTOCOL_TITLES } from '../../../server/domain/calls/operations'
import { PROTOCOLS } from '../../../server/domain/calls/protocol'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'

export const ROUTE_FILTERS = [
  'model',
  'group',
  'protocol',
  'token_id',
  'user_id',
  'request_id',
] as const
type Question = Readonly<Record<(typeof ROUTE_FILTERS)[number], string>>

interface QuestionProps {
  readonly question: Question
  readonly onAsk: (question: Question) => void
}

/** Whose call it is about: a model, or a call that was made. */
export function RouteQuestion({ question, onAsk }: QuestionProps) {
  const { text } = useText()
  const [typed, type] = useState(question)
  const { data: board = [] } = useEndpoint('model.board')
  const known = useId()
  return (
    <form
      className="route-question"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(typed)
      }}
    >
      <datalist id={known}>
        {board.map(({ model }) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <Field label={text('route.model')}>
        <TextInput
          block
          className="mono"
          list={known}
          autoComplete="off"
          placeholder="gpt-4o"
          value={typed.model}
          onChange={(event) => type({ ...typed, model: event.target.value.trim() })}
        />
      </Field>
      <Choices typed={typed} onChange={(change) => type({ ...typed, ...change })} />
      {(['token_id', 'user_id'] as const).map((id) => (
        <Field key={id} label={text(id === 'token_id' ? 'route.token' : 'route.user')}>
          <TextInput
            block
            inputMode="numeric"
            value={typed[id]}
            onChange={(event) => type({ ...typed, [id]: event.target.value.replace(/\D/g, '') })}
          />
        </Field>
      ))}
      <Field label={text('route.request')}>
        <TextInput
          block
          value={typed.request_id}
          onChange={(event) => type({ ...typed, request_id: event.target.value.trim() })}
        />
      </Field>
      <Button type="submit" variant="primary">
        {text('route.ask')}
      </Button>
    </form>
  )
}

interface ChoicesProps {
  readonly typed: Question
  readonly onChange: (change: Partial<Question>) => void
}

function Choices({ typed, onChange }: ChoicesProps) {
  const { text } = useText()
  const { data: groups = [] } = useEndpoint('group.list')
  return (
    <>
      <Field label={text('field.channel.group')}>
        <Select
          block
          value={typed.group}
          onChange={(event) => onChange({ group: event.target.value })}
        >
          <Select.Option value="">{text('route.own_group')}</Select.Option>
          {groups.map((group) => (
            <Select.Option key={group} value={group}>
              {group}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text('route.protocol')}>
        <Select
          block
          value={typed.protocol || 'openai'}
          onChange={(event) => onChange({ protocol: event.target.value })}
        >
          {PROTOCOLS.map((name) => (
            <Select.Option key={name} value={name}>
              {PROTOCOL_TITLES[name]}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </>
  )
}
