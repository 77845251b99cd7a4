import { Button, Select } from '@primer/react'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint'
import { Field } from '../../../components/Field'
import { LimitsSection } from '../../../components/limits/LimitsSection'
import { useLimits } from '../../../components/limits/use-limits'
import { useAction } from '../../../components/use-action'
import { useText } from '../../../language'

/** Limits of a whole group: its members share them. */
export function GroupLimits() {
  const { text } = useText()
  const { data: groups = [] } = useEndpoint('group.list')
  const [chosen, choose] = useState('default')
  return (
    <div className="options-extra form">
      <Field label={text('field.channel.group')} caption={text('limit.group_help')}>
        <Select block value={chosen} onChange={(event) => choose(event.target.value)}>
          {groups.map((name) => (
            <Select.Option key={name} value={name}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <LimitsOfGroup key={chosen} group={chosen} />
    </div>
  )
}

function LimitsOfGroup({ group }: { readonly group: string }) {
  const { text } = useText()
  const limits = useLimits({ subject: 'group', key: group, setBy: 'admin' })
  const { isBusy, run } = useAction()
  return (
    <>
      <LimitsSection form={limits} />
      <div>
        <Button
          variant="primary"
          disabled={!limits.isChanged || limits.hasProblem}
          loading={isBusy}
          onClick={() => void run(() => limits.save([group]), text('ui.saved'))}
        >
          {text('limit.save')}
        </Button>
      </div>
    </>
  )
}
