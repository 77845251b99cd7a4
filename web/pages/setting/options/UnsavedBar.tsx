import { Button } from '@primer/react'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { useAction } from '../../../components/page/use-action'
import { missingFor } from './requirement'
import { useShowOption } from './show-option'
import type { OptionForm } from './use-option-form'

/** What is changed and not saved, wherever it was changed; it stays in sight. */
export function UnsavedBar({ form }: { readonly form: OptionForm }) {
  const { text } = useText()
  const show = useShowOption()
  const { changed, groupLimits } = form
  const { save, isSavingLimits } = useSave(form)
  if (!isUnsaved(form)) return null
  const isBusy = isSavingLimits || changed.some(form.isBusy)
  const count = changed.length + Number(groupLimits.limits.isChanged)
  const discard = (): void => {
    form.discard()
    groupLimits.discard()
  }
  return (
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
  )
}

export function isUnsaved({ changed, groupLimits }: OptionForm): boolean {
  return changed.length > 0 || groupLimits.limits.isChanged
}

function useSave(form: OptionForm) {
  const { text } = useText()
  const toast = useToast()
  const show = useShowOption()
  const { isBusy, run } = useAction()
  const { limits } = form.groupLimits
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
    if (form.changed.length > 0 && !(await form.save())) return
    if (limits.isChanged) await run(form.groupLimits.save, text('options.saved'))
  }
  return { save, isSavingLimits: isBusy }
}
