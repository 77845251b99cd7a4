export const USER_ARGUMENT = { name: 'user', summary: 'id or username', completes: 'user' } as const
