import { checkMoneyOfDay, readDayFile } from "@club/domain";
import { answerOrders } from "../../core/kit/worker.ts";
import { sha256 } from "../tree/bet-tree.ts";

// Settles a whole day again, off the thread that answers requests.
answerOrders((file: string) => checkMoneyOfDay(readDayFile(JSON.parse(file)), { hash: sha256 }));
