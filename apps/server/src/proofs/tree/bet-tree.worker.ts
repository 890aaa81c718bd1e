import { answerOrders } from "../../core/kit/worker.ts";
import { treeOfPools } from "./bet-tree.ts";

// Builds large trees one by one, off the thread that answers requests.
answerOrders(treeOfPools);
