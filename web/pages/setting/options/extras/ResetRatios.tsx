import { UndoIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../../../app/language'
import { useToast } from '../../../../app/Toasts'
import { useConfirmation } from '../../../../components/overlay/Confirm'
import type { ExtraProps } from './section-extra-props'

/** Brings the table of model ratios back that the program ships with. */
export function ResetRatios({ form }: ExtraProps) {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const reset = async (): Promise<void> => {
    const agreed = await confirm({
      title: text('options.reset_ratios_title'),
      message: text('options.reset_ratios_text'),
      agree: text('options.reset_ratios'),
      danger: true,
    })
    if (agreed && (await form.reset('ModelRatio'))) toast.success(text('options.ratios_reset'))
  }
  return (
    <div className="options-extra">
      <Button
        variant="danger"
        leadingVisual={UndoIcon}
        loading={form.isBusy('ModelRatio')}
        onClick={() => void reset()}
      >
        {text('options.reset_ratios')}
      </Button>
    </div>
  )
}
