import { Select } from '@primer/react'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'

interface GroupFieldProps {
  /** "" for the viewer's own. */
  readonly group: string
  readonly onChange: (group: string) => void
}

export function GroupField({ group, onChange }: GroupFieldProps) {
  const { text } = useText()
  const { data: groups = {} } = useEndpoint('user.self_groups')
  return (
    <Field label={text('playground.group')}>
      <Select block value={group} onChange={({ target }) => onChange(target.value)}>
        <Select.Option value="">{text('token.group_own')}</Select.Option>
        {Object.entries(groups).map(([name, { desc, ratio }]) => (
          <Select.Option key={name} value={name}>
            {`${name} · ${desc} · ×${ratio}`}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}
