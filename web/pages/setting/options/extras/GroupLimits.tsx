import { Select } from '@primer/react'
import { useEffect } from 'react'
import { useEndpoint } from '../../../../api/use-endpoint'
import { useText } from '../../../../app/language'
import { Field } from '../../../../components/form/Field'
import { LimitsSection } from '../../../../components/limits/LimitsSection'
import { useConfirmation } from '../../../../components/overlay/Confirm'
import type { ExtraProps } from './section-extra-props'

/** Limits of a group as one: its members share them. */
export function GroupLimits({ form: { groupLimits } }: ExtraProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { data: groups = [] } = useEndpoint('group.list')
  const { group, choose, limits } = groupLimits
  useEffect(() => {
    if (group === undefined) choose('default')
  }, [group, choose])
  const change = async (next: string): Promise<void> => {
    const question = {
      title: text('ui.unsaved_title'),
      message: text('ui.unsaved_text'),
      agree: text('ui.discard'),
      danger: true,
    }
    if (!limits.isChanged || (await confirm(question))) choose(next)
  }
  return (
    <div className="options-extra form">
      <Field label={text('field.channel.group')} caption={text('limit.group_help')}>
        <Select
          block
          value={group ?? 'default'}
          onChange={(event) => void change(event.target.value)}
        >
          {groups.map((name) => (
            <Select.Option key={name} value={name}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <LimitsSection form={limits} />
    </div>
  )
}
