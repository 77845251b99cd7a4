import type { ServiceDeps } from './service-deps'

/** Hands a use case what it depends on, so that callers name their own arguments only. */
export function binder(deps: ServiceDeps) {
  return <Rest extends readonly unknown[], Result>(
    run: (deps: ServiceDeps, ...rest: Rest) => Promise<Result>,
  ) =>
    (...rest: Rest): Promise<Result> =>
      run(deps, ...rest)
}

export type Bind = ReturnType<typeof binder>
