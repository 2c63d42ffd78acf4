/** The processes of the product that a run starts. */
export const productProcesses = ['api1', 'api2', 'payer', 'worker1', 'worker2'] as const;
export type ProductProcess = (typeof productProcesses)[number];
