import { useText } from '../../app/language'
import { FormDrawer } from '../../components/form/FormDrawer'
import { useForm } from '../../components/form/use-form'
import { LimitsSection } from '../../components/limits/LimitsSection'
import { useLimits } from '../../components/limits/use-limits'

interface LimitsDialogProps {
  readonly subject: 'member' | 'project' | 'user'
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** What a member, a project or the entire organisation may use. */
export function LimitsDialog({ subject, id, name, onClose }: LimitsDialogProps) {
  const { text } = useText()
  const form = useForm({}, () => ({}))
  const limits = useLimits({ subject, key: String(id), setBy: 'owner' })
  return (
    <FormDrawer
      title={text('limit.title')}
      subtitle={name}
      form={form}
      limits={limits}
      onSave={() => limits.save([String(id)])}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <LimitsSection form={limits} />
    </FormDrawer>
  )
}
