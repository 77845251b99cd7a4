import { BellIcon, BellSlashIcon, PencilIcon, TrashIcon, UndoIcon } from '@primer/octicons-react'
import { SILENCES_S } from '../../../server/domain/alerts/rule'
import { ruleTitle, spanText } from '../../../server/domain/alerts/texts'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { RowButton } from '../../components/table/RowButton'
import { type RowAction, RowMenu } from '../../components/table/RowMenu'

interface RuleActionsProps {
  readonly rule: AlertJson
  readonly onEdit: (rule: AlertJson) => void
  readonly onChanged: () => Promise<unknown>
}

export function RuleActions({ rule, onEdit, onChanged }: RuleActionsProps) {
  const { text } = useText()
  const name = ruleTitle(rule.name, text)
  const silence = useSilence(rule, onChanged)
  const remove = useRemoval(rule, onChanged)
  return (
    <span className="cell-actions">
      <RowButton icon={PencilIcon} title="ui.edit" name={name} onClick={() => onEdit(rule)} />
      <RowMenu name={name} actions={[...silence, remove]} />
    </span>
  )
}

function useSilence(
  { id, silenced_until }: AlertJson,
  onChanged: RuleActionsProps['onChanged'],
): readonly RowAction[] {
  const { text } = useText()
  const format = useFormat()
  const { run } = useAction()
  const silence = async (until: number): Promise<void> => {
    const done =
      until === 0
        ? text('alert.silence_ended')
        : text('alert.silence_done', { time: format.moment(until) })
    const send = () => call('alert.silence', { params: { id }, body: { until } })
    await run(() => send().finally(onChanged), done)
  }
  if (silenced_until > nowSeconds()) {
    return [{ label: text('alert.silence_end'), icon: BellIcon, onSelect: () => void silence(0) }]
  }
  return SILENCES_S.map((seconds) => ({
    label: text('alert.silence_for', { span: spanText(seconds, { text }) }),
    icon: BellSlashIcon,
    onSelect: () => void silence(nowSeconds() + seconds),
  }))
}

function useRemoval(rule: AlertJson, onChanged: RuleActionsProps['onChanged']): RowAction {
  const { text } = useText()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, built_in } = rule
  const name = ruleTitle(rule.name, text)
  const label = text(built_in ? 'alert.reset' : 'ui.remove')
  const onSelect = async (): Promise<void> => {
    const title = text(built_in ? 'alert.reset_title' : 'alert.remove_title', { name })
    if (!(await confirm({ title, agree: label, danger: !built_in }))) return
    const send = () => call('alert.remove', { params: { id } })
    await run(
      () => send().finally(onChanged),
      text(built_in ? 'alert.reset_done' : 'alert.removed'),
    )
  }
  return {
    label,
    icon: built_in ? UndoIcon : TrashIcon,
    isDanger: !built_in,
    onSelect: () => void onSelect(),
  }
}
