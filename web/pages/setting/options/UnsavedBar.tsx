import { Button } from '@primer/react'
import { Suspense, useState } from 'react'
import { useAction } from '../../../components/use-action'
import { useText } from '../../../language'
import { lazyPart } from '../../../lazy-part'
import { useConfirmation } from '../../../shell/Confirm'
import { useToast } from '../../../shell/Toasts'
import { missingFor } from './requirement'
import { useShowOption } from './show-option'
import type { OptionForm } from './use-option-form'

const BotCheckTrial = lazyPart(async () => {
  const { BotCheckTrial: trial } = await import('./BotCheckTrial')
  return { default: trial }
})

/** What is changed and not saved, wherever it was changed; it stays in sight. */
export function UnsavedBar({ form }: { readonly form: OptionForm }) {
  const { text } = useText()
  const show = useShowOption()
  const { changed, groupLimits } = form
  const { save, trial, isSavingLimits } = useSave(form)
  if (!isUnsaved(form)) return null
  const isBusy = isSavingLimits || changed.some(form.isBusy)
  const count = changed.length + Number(groupLimits.limits.isChanged)
  const discard = (): void => {
    form.discard()
    groupLimits.discard()
  }
  return (
    <>
      <section
        className="options-bar"
        aria-label={text('options.unsaved_bar')}
        // Leaving a field may show what is wrong with it, which would move the button from under
        // the pointer before it is let go.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div className="options-changes">
          <strong>{text('options.unsaved', { count })}</strong>
          <ul>
            {changed.map((key) => (
              <li key={key}>
                <button type="button" onClick={() => show(key)}>
                  {text(`setting.${key}`)}
                </button>
              </li>
            ))}
            {groupLimits.limits.isChanged && (
              <li>{`${text('options.section_group_limits')}: ${groupLimits.group}`}</li>
            )}
          </ul>
        </div>
        <Button variant="invisible" disabled={isBusy} onClick={discard}>
          {text('ui.discard')}
        </Button>
        <Button variant="primary" loading={isBusy} onClick={() => void save()}>
          {text('options.save_all')}
        </Button>
      </section>
      {trial}
    </>
  )
}

export function isUnsaved({ changed, groupLimits }: OptionForm): boolean {
  return changed.length > 0 || groupLimits.limits.isChanged
}

/** Asks what has to be asked before some settings change. */
function useSave(form: OptionForm) {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const show = useShowOption()
  const { isBusy, run } = useAction()
  const { limits } = form.groupLimits
  const [isTrying, setTrying] = useState(false)
  const turns = (key: 'PasswordLoginEnabled' | 'TurnstileCheckEnabled', to: boolean): boolean =>
    form.changed.includes(key) && form.valueOf(key) === String(to)
  const send = async (trial?: { readonly trial: string }): Promise<void> => {
    if (form.changed.length > 0 && !(await form.save(trial))) return
    if (limits.isChanged) await run(form.groupLimits.save, text('options.saved'))
  }
  const save = async (): Promise<void> => {
    if (limits.hasProblem) {
      toast.warn(text('options.check_input'))
      return
    }
    const missing = missingFor(form)
    if (missing !== undefined) {
      toast.warn(text('options.needs_address'))
      show(missing)
      return
    }
    const question = {
      title: text('options.password_off_title'),
      message: text('options.password_off_text'),
      agree: text('options.password_off'),
      danger: true,
    }
    if (turns('PasswordLoginEnabled', false) && !(await confirm(question))) return
    if (turns('TurnstileCheckEnabled', true)) setTrying(true)
    else await send()
  }
  const trial = isTrying && (
    <Suspense fallback={null}>
      <BotCheckTrial
        siteKey={form.valueOf('TurnstileSiteKey')}
        onClose={() => setTrying(false)}
        onToken={(token) => {
          setTrying(false)
          void send({ trial: token })
        }}
      />
    </Suspense>
  )
  return { save, trial, isSavingLimits: isBusy }
}
